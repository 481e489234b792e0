/* oxlint-disable */
// Written by scripts/validators.ts.
'use strict';
export const fitsLayout = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://raw.githubusercontent.com/soverane/yamo/main/schemas/layout.schema.json',
  title: 'layout of a workspace',
  description:
    'Which files a system of Markdown agents has, and how a prompt is made of them: what `yamo prompt --layout FILE` takes.',
  type: 'object',
  additionalProperties: false,
  required: [
    'layout',
    'title',
    'files',
    'order',
    'separator',
    'headingEnd',
    'estimator',
    'cut',
    'bootstrap',
  ],
  properties: {
    $schema: { type: 'string' },
    layout: { description: 'Its id.', type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
    title: { description: 'Its name, as messages have it.', type: 'string', pattern: '.' },
    markers: {
      description:
        'By any of these a folder is recognised: names that are there together, and where it lies. Those of the bundled layouts are looked for.',
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['paths'],
        properties: {
          paths: {
            description: 'Seen from the folder; a name that ends in / is a folder.',
            type: 'array',
            items: { $ref: '#/definitions/name' },
          },
          within: {
            description:
              'The names of the folder and of those above it, the innermost first; * is any name.',
            type: 'array',
            items: { type: 'string', pattern: '.' },
          },
        },
      },
    },
    speech: {
      description:
        'And by what one of its files says, wherever it lies: any of these headings or labels, in small letters, or any of these words. That of the bundled layouts is looked for.',
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['file'],
        properties: {
          file: { $ref: '#/definitions/name' },
          headings: { type: 'array', items: { type: 'string', pattern: '.' } },
          labels: { type: 'array', items: { type: 'string', pattern: '.' } },
          words: { type: 'array', items: { type: 'string', pattern: '.' } },
        },
      },
    },
    files: { type: 'array', items: { $ref: '#/definitions/file' } },
    runtime: {
      description:
        "What is the running system's and no content of the agent; a name that ends in / is a folder.",
      type: 'array',
      items: { $ref: '#/definitions/name' },
    },
    order: { description: 'The sections of a prompt, in order.', $ref: '#/definitions/sections' },
    firstRun: { description: 'The same at a first run.', $ref: '#/definitions/sections' },
    automation: {
      description: 'The same for an automation that the facts name.',
      $ref: '#/definitions/sections',
    },
    separator: { description: 'Between two sections.', type: 'string' },
    headingEnd: { description: 'Between a heading and its text.', type: 'string' },
    fenced: { description: "Each file stands in the kernel's fences.", type: 'boolean' },
    estimator: {
      description: 'How tokens are estimated.',
      enum: [
        'claude',
        'claude-2024',
        'o200k',
        'aletheia',
        'gsv',
        'osa',
        'osa-document',
        'openclaw',
      ],
    },
    budget: {
      description: 'In tokens; absent: nothing is cut unless asked.',
      type: 'integer',
      minimum: 1,
    },
    budgetSetting: {
      description: 'A JSON file of the workspace, and its key, that may make the budget smaller.',
      type: 'object',
      additionalProperties: false,
      required: ['file', 'key'],
      properties: {
        file: { type: 'string', pattern: '^[^./\\\\][^/\\\\]*$' },
        key: { type: 'string', pattern: '.' },
      },
    },
    cut: {
      description: 'How what does not fit is cut.',
      type: 'object',
      required: ['by'],
      properties: { by: { enum: ['sections', 'order', 'head and tail', 'tiers'] } },
      anyOf: [
        { properties: { by: { enum: ['sections'] } }, additionalProperties: false },
        {
          properties: {
            by: { enum: ['order'] },
            floor: { type: 'integer', minimum: 0 },
            marker: { type: 'string', pattern: '.' },
          },
          required: ['floor', 'marker'],
          additionalProperties: false,
        },
        {
          properties: {
            by: { enum: ['head and tail'] },
            cap: { type: 'integer', minimum: 1 },
            total: { type: 'integer', minimum: 1 },
          },
          required: ['cap', 'total'],
          additionalProperties: false,
        },
        {
          properties: {
            by: { enum: ['tiers'] },
            shares: {
              type: 'object',
              additionalProperties: false,
              required: ['2', '3'],
              properties: {
                2: { type: 'number', minimum: 0, maximum: 1 },
                3: { type: 'number', minimum: 0, maximum: 1 },
              },
            },
            reserve: { type: 'integer', minimum: 0 },
            least: { type: 'integer', minimum: 0 },
            marker: { type: 'string', pattern: '.' },
          },
          required: ['shares', 'reserve', 'least', 'marker'],
          additionalProperties: false,
        },
      ],
    },
    bootstrap: {
      description: 'Who deletes bootstrap instructions.',
      enum: ['kernel', 'agent', 'permanent', 'none'],
    },
    firstRunBy: {
      description:
        'What says that it is the first run: a file, or that a folder of personas is empty.',
      anyOf: [
        {
          type: 'object',
          additionalProperties: false,
          required: ['file'],
          properties: { file: { $ref: '#/definitions/name' } },
        },
        {
          type: 'object',
          additionalProperties: false,
          required: ['personas'],
          properties: { personas: { $ref: '#/definitions/name' } },
        },
      ],
    },
    variables: {
      description: 'Folders whose names fill in {agent}: the first in which the file is.',
      type: 'object',
      additionalProperties: false,
      properties: {
        agent: {
          type: 'object',
          additionalProperties: false,
          required: ['folder', 'holds'],
          properties: {
            folder: { $ref: '#/definitions/name' },
            holds: { $ref: '#/definitions/name' },
          },
        },
      },
    },
    utcDays: { description: 'Days of logs are those of UTC.', type: 'boolean' },
    separateDynamic: {
      description: 'Each dynamic section is a block of its own.',
      type: 'boolean',
    },
  },
  definitions: {
    name: { type: 'string', pattern: '^.{1,4096}$' },
    group: { enum: ['static', 'semi-static', 'dynamic'] },
    tier: { enum: [1, 2, 3, 4] },
    file: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'role', 'priority', 'group'],
      properties: {
        name: { $ref: '#/definitions/name' },
        role: {
          enum: [
            'soul',
            'agents',
            'user',
            'memory',
            'bootstrap',
            'heartbeat',
            'tools',
            'daily',
            'archive',
            'heartbeat-state',
            'identity',
            'goals',
            'attention',
            'context',
            'system',
            'rule',
            'skill',
            'knowledge',
          ],
        },
        required: { type: 'boolean' },
        for: { type: 'array', items: { enum: ['main', 'shared', 'subagent', 'cron'] } },
        when: { enum: ['heartbeat', 'on demand'] },
        priority: { type: 'number' },
        group: { $ref: '#/definitions/group' },
        empty: { enum: ['skip', 'keep', 'heartbeat'] },
        missing: { description: 'What is shown in its place where it is absent.', type: 'string' },
        cap: { type: 'integer', minimum: 1 },
        policy: { type: 'boolean' },
        readOnly: {
          description: 'The agent may not write it, whatever its role would allow.',
          type: 'boolean',
        },
        border: {
          description:
            'What the kernel does with it when a main session begins: it empties it, or writes what tools there are.',
          enum: ['clear', 'tools'],
        },
      },
    },
    sections: { type: 'array', items: { $ref: '#/definitions/section' } },
    section: {
      anyOf: [
        {
          type: 'object',
          additionalProperties: false,
          required: ['file'],
          properties: {
            file: { $ref: '#/definitions/name' },
            heading: { type: 'string' },
            each: { type: 'string' },
            fill: { type: 'object', additionalProperties: { $ref: '#/definitions/sections' } },
            filtered: { type: 'boolean' },
            listed: { type: 'boolean' },
            tier: { $ref: '#/definitions/tier' },
          },
        },
        {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'text'],
          properties: {
            id: { type: 'string' },
            text: { type: 'string' },
            whileEmpty: {
              description:
                'Shown once there is an agent, and only as long as nothing is in this folder.',
              $ref: '#/definitions/name',
            },
            group: { $ref: '#/definitions/group' },
          },
        },
        {
          type: 'object',
          additionalProperties: false,
          required: ['fact', 'group'],
          properties: {
            fact: {
              enum: [
                'systemPrompt',
                'tools',
                'runtime',
                'skillsSection',
                'degradedServices',
                'heartbeatPrompt',
                'signal',
                'environment',
                'planMode',
                'tasks',
                'workflow',
                'communication',
                'cortex',
                'osTemplates',
                'machines',
              ],
            },
            heading: { type: 'string' },
            form: { enum: ['counts', 'list'] },
            group: { $ref: '#/definitions/group' },
            default: { type: 'string' },
            tier: { $ref: '#/definitions/tier' },
          },
        },
        {
          type: 'object',
          additionalProperties: false,
          required: ['heading', 'parts', 'group'],
          properties: {
            heading: { type: 'string' },
            lead: { type: 'string' },
            parts: { $ref: '#/definitions/sections' },
            group: { $ref: '#/definitions/group' },
          },
        },
        {
          type: 'object',
          additionalProperties: false,
          required: ['oneOf'],
          properties: {
            oneOf: {
              type: 'array',
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['sections'],
                properties: {
                  sections: { $ref: '#/definitions/sections' },
                  warning: { type: 'string' },
                },
              },
            },
          },
        },
      ],
    },
  },
};
const schema12 = { type: 'string', pattern: '^.{1,4096}$' };
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp('^[a-z][a-z0-9-]*$', 'u');
const pattern1 = new RegExp('.', 'u');
const pattern2 = new RegExp('^.{1,4096}$', 'u');
const pattern12 = new RegExp('^[^./\\\\][^/\\\\]*$', 'u');
const schema14 = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'role', 'priority', 'group'],
  properties: {
    name: { $ref: '#/definitions/name' },
    role: {
      enum: [
        'soul',
        'agents',
        'user',
        'memory',
        'bootstrap',
        'heartbeat',
        'tools',
        'daily',
        'archive',
        'heartbeat-state',
        'identity',
        'goals',
        'attention',
        'context',
        'system',
        'rule',
        'skill',
        'knowledge',
      ],
    },
    required: { type: 'boolean' },
    for: { type: 'array', items: { enum: ['main', 'shared', 'subagent', 'cron'] } },
    when: { enum: ['heartbeat', 'on demand'] },
    priority: { type: 'number' },
    group: { $ref: '#/definitions/group' },
    empty: { enum: ['skip', 'keep', 'heartbeat'] },
    missing: { description: 'What is shown in its place where it is absent.', type: 'string' },
    cap: { type: 'integer', minimum: 1 },
    policy: { type: 'boolean' },
    readOnly: {
      description: 'The agent may not write it, whatever its role would allow.',
      type: 'boolean',
    },
    border: {
      description:
        'What the kernel does with it when a main session begins: it empties it, or writes what tools there are.',
      enum: ['clear', 'tools'],
    },
  },
};
const schema16 = { enum: ['static', 'semi-static', 'dynamic'] };
function validate11(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.name === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'name' },
        message: "must have required property '" + 'name' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.role === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'role' },
        message: "must have required property '" + 'role' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.priority === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'priority' },
        message: "must have required property '" + 'priority' + "'",
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.group === undefined) {
      const err3 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'group' },
        message: "must have required property '" + 'group' + "'",
      };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!func2.call(schema14.properties, key0)) {
        const err4 = {
          instancePath,
          schemaPath: '#/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
          message: 'must NOT have additional properties',
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.name !== undefined) {
      let data0 = data.name;
      if (typeof data0 === 'string') {
        if (!pattern2.test(data0)) {
          const err5 = {
            instancePath: instancePath + '/name',
            schemaPath: '#/definitions/name/pattern',
            keyword: 'pattern',
            params: { pattern: '^.{1,4096}$' },
            message: 'must match pattern "' + '^.{1,4096}$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = {
          instancePath: instancePath + '/name',
          schemaPath: '#/definitions/name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.role !== undefined) {
      let data1 = data.role;
      if (
        !(
          data1 === 'soul' ||
          data1 === 'agents' ||
          data1 === 'user' ||
          data1 === 'memory' ||
          data1 === 'bootstrap' ||
          data1 === 'heartbeat' ||
          data1 === 'tools' ||
          data1 === 'daily' ||
          data1 === 'archive' ||
          data1 === 'heartbeat-state' ||
          data1 === 'identity' ||
          data1 === 'goals' ||
          data1 === 'attention' ||
          data1 === 'context' ||
          data1 === 'system' ||
          data1 === 'rule' ||
          data1 === 'skill' ||
          data1 === 'knowledge'
        )
      ) {
        const err7 = {
          instancePath: instancePath + '/role',
          schemaPath: '#/properties/role/enum',
          keyword: 'enum',
          params: { allowedValues: schema14.properties.role.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.required !== undefined) {
      if (typeof data.required !== 'boolean') {
        const err8 = {
          instancePath: instancePath + '/required',
          schemaPath: '#/properties/required/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.for !== undefined) {
      let data3 = data.for;
      if (Array.isArray(data3)) {
        const len0 = data3.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data4 = data3[i0];
          if (
            !(data4 === 'main' || data4 === 'shared' || data4 === 'subagent' || data4 === 'cron')
          ) {
            const err9 = {
              instancePath: instancePath + '/for/' + i0,
              schemaPath: '#/properties/for/items/enum',
              keyword: 'enum',
              params: { allowedValues: schema14.properties.for.items.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
      } else {
        const err10 = {
          instancePath: instancePath + '/for',
          schemaPath: '#/properties/for/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.when !== undefined) {
      let data5 = data.when;
      if (!(data5 === 'heartbeat' || data5 === 'on demand')) {
        const err11 = {
          instancePath: instancePath + '/when',
          schemaPath: '#/properties/when/enum',
          keyword: 'enum',
          params: { allowedValues: schema14.properties.when.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.priority !== undefined) {
      let data6 = data.priority;
      if (!(typeof data6 == 'number' && isFinite(data6))) {
        const err12 = {
          instancePath: instancePath + '/priority',
          schemaPath: '#/properties/priority/type',
          keyword: 'type',
          params: { type: 'number' },
          message: 'must be number',
        };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.group !== undefined) {
      let data7 = data.group;
      if (!(data7 === 'static' || data7 === 'semi-static' || data7 === 'dynamic')) {
        const err13 = {
          instancePath: instancePath + '/group',
          schemaPath: '#/definitions/group/enum',
          keyword: 'enum',
          params: { allowedValues: schema16.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.empty !== undefined) {
      let data8 = data.empty;
      if (!(data8 === 'skip' || data8 === 'keep' || data8 === 'heartbeat')) {
        const err14 = {
          instancePath: instancePath + '/empty',
          schemaPath: '#/properties/empty/enum',
          keyword: 'enum',
          params: { allowedValues: schema14.properties.empty.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.missing !== undefined) {
      if (typeof data.missing !== 'string') {
        const err15 = {
          instancePath: instancePath + '/missing',
          schemaPath: '#/properties/missing/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.cap !== undefined) {
      let data10 = data.cap;
      if (!(typeof data10 == 'number' && !(data10 % 1) && !isNaN(data10) && isFinite(data10))) {
        const err16 = {
          instancePath: instancePath + '/cap',
          schemaPath: '#/properties/cap/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
      if (typeof data10 == 'number' && isFinite(data10)) {
        if (data10 < 1 || isNaN(data10)) {
          const err17 = {
            instancePath: instancePath + '/cap',
            schemaPath: '#/properties/cap/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
          };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
      }
    }
    if (data.policy !== undefined) {
      if (typeof data.policy !== 'boolean') {
        const err18 = {
          instancePath: instancePath + '/policy',
          schemaPath: '#/properties/policy/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.readOnly !== undefined) {
      if (typeof data.readOnly !== 'boolean') {
        const err19 = {
          instancePath: instancePath + '/readOnly',
          schemaPath: '#/properties/readOnly/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.border !== undefined) {
      let data13 = data.border;
      if (!(data13 === 'clear' || data13 === 'tools')) {
        const err20 = {
          instancePath: instancePath + '/border',
          schemaPath: '#/properties/border/enum',
          keyword: 'enum',
          params: { allowedValues: schema14.properties.border.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
  } else {
    const err21 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err21];
    } else {
      vErrors.push(err21);
    }
    errors++;
  }
  validate11.errors = vErrors;
  return errors === 0;
}
const schema18 = { type: 'array', items: { $ref: '#/definitions/section' } };
const schema19 = {
  anyOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['file'],
      properties: {
        file: { $ref: '#/definitions/name' },
        heading: { type: 'string' },
        each: { type: 'string' },
        fill: { type: 'object', additionalProperties: { $ref: '#/definitions/sections' } },
        filtered: { type: 'boolean' },
        listed: { type: 'boolean' },
        tier: { $ref: '#/definitions/tier' },
      },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'text'],
      properties: {
        id: { type: 'string' },
        text: { type: 'string' },
        whileEmpty: {
          description:
            'Shown once there is an agent, and only as long as nothing is in this folder.',
          $ref: '#/definitions/name',
        },
        group: { $ref: '#/definitions/group' },
      },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['fact', 'group'],
      properties: {
        fact: {
          enum: [
            'systemPrompt',
            'tools',
            'runtime',
            'skillsSection',
            'degradedServices',
            'heartbeatPrompt',
            'signal',
            'environment',
            'planMode',
            'tasks',
            'workflow',
            'communication',
            'cortex',
            'osTemplates',
            'machines',
          ],
        },
        heading: { type: 'string' },
        form: { enum: ['counts', 'list'] },
        group: { $ref: '#/definitions/group' },
        default: { type: 'string' },
        tier: { $ref: '#/definitions/tier' },
      },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['heading', 'parts', 'group'],
      properties: {
        heading: { type: 'string' },
        lead: { type: 'string' },
        parts: { $ref: '#/definitions/sections' },
        group: { $ref: '#/definitions/group' },
      },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['oneOf'],
      properties: {
        oneOf: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['sections'],
            properties: {
              sections: { $ref: '#/definitions/sections' },
              warning: { type: 'string' },
            },
          },
        },
      },
    },
  ],
};
const schema21 = { enum: [1, 2, 3, 4] };
const wrapper0 = { validate: validate13 };
function validate14(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.file === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/anyOf/0/required',
        keyword: 'required',
        params: { missingProperty: 'file' },
        message: "must have required property '" + 'file' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (
        !(
          key0 === 'file' ||
          key0 === 'heading' ||
          key0 === 'each' ||
          key0 === 'fill' ||
          key0 === 'filtered' ||
          key0 === 'listed' ||
          key0 === 'tier'
        )
      ) {
        const err1 = {
          instancePath,
          schemaPath: '#/anyOf/0/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
          message: 'must NOT have additional properties',
        };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.file !== undefined) {
      let data0 = data.file;
      if (typeof data0 === 'string') {
        if (!pattern2.test(data0)) {
          const err2 = {
            instancePath: instancePath + '/file',
            schemaPath: '#/definitions/name/pattern',
            keyword: 'pattern',
            params: { pattern: '^.{1,4096}$' },
            message: 'must match pattern "' + '^.{1,4096}$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = {
          instancePath: instancePath + '/file',
          schemaPath: '#/definitions/name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.heading !== undefined) {
      if (typeof data.heading !== 'string') {
        const err4 = {
          instancePath: instancePath + '/heading',
          schemaPath: '#/anyOf/0/properties/heading/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.each !== undefined) {
      if (typeof data.each !== 'string') {
        const err5 = {
          instancePath: instancePath + '/each',
          schemaPath: '#/anyOf/0/properties/each/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.fill !== undefined) {
      let data3 = data.fill;
      if (data3 && typeof data3 == 'object' && !Array.isArray(data3)) {
        for (const key1 in data3) {
          if (
            !wrapper0.validate(data3[key1], {
              instancePath: instancePath + '/fill/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data3,
              parentDataProperty: key1,
              rootData,
            })
          ) {
            vErrors =
              vErrors === null
                ? wrapper0.validate.errors
                : vErrors.concat(wrapper0.validate.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err6 = {
          instancePath: instancePath + '/fill',
          schemaPath: '#/anyOf/0/properties/fill/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.filtered !== undefined) {
      if (typeof data.filtered !== 'boolean') {
        const err7 = {
          instancePath: instancePath + '/filtered',
          schemaPath: '#/anyOf/0/properties/filtered/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.listed !== undefined) {
      if (typeof data.listed !== 'boolean') {
        const err8 = {
          instancePath: instancePath + '/listed',
          schemaPath: '#/anyOf/0/properties/listed/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.tier !== undefined) {
      let data7 = data.tier;
      if (!(data7 === 1 || data7 === 2 || data7 === 3 || data7 === 4)) {
        const err9 = {
          instancePath: instancePath + '/tier',
          schemaPath: '#/definitions/tier/enum',
          keyword: 'enum',
          params: { allowedValues: schema21.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  } else {
    const err10 = {
      instancePath,
      schemaPath: '#/anyOf/0/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const _errs21 = errors;
    if (data && typeof data == 'object' && !Array.isArray(data)) {
      if (data.id === undefined) {
        const err11 = {
          instancePath,
          schemaPath: '#/anyOf/1/required',
          keyword: 'required',
          params: { missingProperty: 'id' },
          message: "must have required property '" + 'id' + "'",
        };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
      if (data.text === undefined) {
        const err12 = {
          instancePath,
          schemaPath: '#/anyOf/1/required',
          keyword: 'required',
          params: { missingProperty: 'text' },
          message: "must have required property '" + 'text' + "'",
        };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
      for (const key2 in data) {
        if (!(key2 === 'id' || key2 === 'text' || key2 === 'whileEmpty' || key2 === 'group')) {
          const err13 = {
            instancePath,
            schemaPath: '#/anyOf/1/additionalProperties',
            keyword: 'additionalProperties',
            params: { additionalProperty: key2 },
            message: 'must NOT have additional properties',
          };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      }
      if (data.id !== undefined) {
        if (typeof data.id !== 'string') {
          const err14 = {
            instancePath: instancePath + '/id',
            schemaPath: '#/anyOf/1/properties/id/type',
            keyword: 'type',
            params: { type: 'string' },
            message: 'must be string',
          };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      }
      if (data.text !== undefined) {
        if (typeof data.text !== 'string') {
          const err15 = {
            instancePath: instancePath + '/text',
            schemaPath: '#/anyOf/1/properties/text/type',
            keyword: 'type',
            params: { type: 'string' },
            message: 'must be string',
          };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
      }
      if (data.whileEmpty !== undefined) {
        let data10 = data.whileEmpty;
        if (typeof data10 === 'string') {
          if (!pattern2.test(data10)) {
            const err16 = {
              instancePath: instancePath + '/whileEmpty',
              schemaPath: '#/definitions/name/pattern',
              keyword: 'pattern',
              params: { pattern: '^.{1,4096}$' },
              message: 'must match pattern "' + '^.{1,4096}$' + '"',
            };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        } else {
          const err17 = {
            instancePath: instancePath + '/whileEmpty',
            schemaPath: '#/definitions/name/type',
            keyword: 'type',
            params: { type: 'string' },
            message: 'must be string',
          };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
      }
      if (data.group !== undefined) {
        let data11 = data.group;
        if (!(data11 === 'static' || data11 === 'semi-static' || data11 === 'dynamic')) {
          const err18 = {
            instancePath: instancePath + '/group',
            schemaPath: '#/definitions/group/enum',
            keyword: 'enum',
            params: { allowedValues: schema16.enum },
            message: 'must be equal to one of the allowed values',
          };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
      }
    } else {
      const err19 = {
        instancePath,
        schemaPath: '#/anyOf/1/type',
        keyword: 'type',
        params: { type: 'object' },
        message: 'must be object',
      };
      if (vErrors === null) {
        vErrors = [err19];
      } else {
        vErrors.push(err19);
      }
      errors++;
    }
    var _valid0 = _errs21 === errors;
    valid0 = valid0 || _valid0;
    if (!valid0) {
      const _errs33 = errors;
      if (data && typeof data == 'object' && !Array.isArray(data)) {
        if (data.fact === undefined) {
          const err20 = {
            instancePath,
            schemaPath: '#/anyOf/2/required',
            keyword: 'required',
            params: { missingProperty: 'fact' },
            message: "must have required property '" + 'fact' + "'",
          };
          if (vErrors === null) {
            vErrors = [err20];
          } else {
            vErrors.push(err20);
          }
          errors++;
        }
        if (data.group === undefined) {
          const err21 = {
            instancePath,
            schemaPath: '#/anyOf/2/required',
            keyword: 'required',
            params: { missingProperty: 'group' },
            message: "must have required property '" + 'group' + "'",
          };
          if (vErrors === null) {
            vErrors = [err21];
          } else {
            vErrors.push(err21);
          }
          errors++;
        }
        for (const key3 in data) {
          if (
            !(
              key3 === 'fact' ||
              key3 === 'heading' ||
              key3 === 'form' ||
              key3 === 'group' ||
              key3 === 'default' ||
              key3 === 'tier'
            )
          ) {
            const err22 = {
              instancePath,
              schemaPath: '#/anyOf/2/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key3 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
        }
        if (data.fact !== undefined) {
          let data12 = data.fact;
          if (
            !(
              data12 === 'systemPrompt' ||
              data12 === 'tools' ||
              data12 === 'runtime' ||
              data12 === 'skillsSection' ||
              data12 === 'degradedServices' ||
              data12 === 'heartbeatPrompt' ||
              data12 === 'signal' ||
              data12 === 'environment' ||
              data12 === 'planMode' ||
              data12 === 'tasks' ||
              data12 === 'workflow' ||
              data12 === 'communication' ||
              data12 === 'cortex' ||
              data12 === 'osTemplates' ||
              data12 === 'machines'
            )
          ) {
            const err23 = {
              instancePath: instancePath + '/fact',
              schemaPath: '#/anyOf/2/properties/fact/enum',
              keyword: 'enum',
              params: { allowedValues: schema19.anyOf[2].properties.fact.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err23];
            } else {
              vErrors.push(err23);
            }
            errors++;
          }
        }
        if (data.heading !== undefined) {
          if (typeof data.heading !== 'string') {
            const err24 = {
              instancePath: instancePath + '/heading',
              schemaPath: '#/anyOf/2/properties/heading/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err24];
            } else {
              vErrors.push(err24);
            }
            errors++;
          }
        }
        if (data.form !== undefined) {
          let data14 = data.form;
          if (!(data14 === 'counts' || data14 === 'list')) {
            const err25 = {
              instancePath: instancePath + '/form',
              schemaPath: '#/anyOf/2/properties/form/enum',
              keyword: 'enum',
              params: { allowedValues: schema19.anyOf[2].properties.form.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
        if (data.group !== undefined) {
          let data15 = data.group;
          if (!(data15 === 'static' || data15 === 'semi-static' || data15 === 'dynamic')) {
            const err26 = {
              instancePath: instancePath + '/group',
              schemaPath: '#/definitions/group/enum',
              keyword: 'enum',
              params: { allowedValues: schema16.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err26];
            } else {
              vErrors.push(err26);
            }
            errors++;
          }
        }
        if (data.default !== undefined) {
          if (typeof data.default !== 'string') {
            const err27 = {
              instancePath: instancePath + '/default',
              schemaPath: '#/anyOf/2/properties/default/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err27];
            } else {
              vErrors.push(err27);
            }
            errors++;
          }
        }
        if (data.tier !== undefined) {
          let data17 = data.tier;
          if (!(data17 === 1 || data17 === 2 || data17 === 3 || data17 === 4)) {
            const err28 = {
              instancePath: instancePath + '/tier',
              schemaPath: '#/definitions/tier/enum',
              keyword: 'enum',
              params: { allowedValues: schema21.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err28];
            } else {
              vErrors.push(err28);
            }
            errors++;
          }
        }
      } else {
        const err29 = {
          instancePath,
          schemaPath: '#/anyOf/2/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
      var _valid0 = _errs33 === errors;
      valid0 = valid0 || _valid0;
      if (!valid0) {
        const _errs46 = errors;
        if (data && typeof data == 'object' && !Array.isArray(data)) {
          if (data.heading === undefined) {
            const err30 = {
              instancePath,
              schemaPath: '#/anyOf/3/required',
              keyword: 'required',
              params: { missingProperty: 'heading' },
              message: "must have required property '" + 'heading' + "'",
            };
            if (vErrors === null) {
              vErrors = [err30];
            } else {
              vErrors.push(err30);
            }
            errors++;
          }
          if (data.parts === undefined) {
            const err31 = {
              instancePath,
              schemaPath: '#/anyOf/3/required',
              keyword: 'required',
              params: { missingProperty: 'parts' },
              message: "must have required property '" + 'parts' + "'",
            };
            if (vErrors === null) {
              vErrors = [err31];
            } else {
              vErrors.push(err31);
            }
            errors++;
          }
          if (data.group === undefined) {
            const err32 = {
              instancePath,
              schemaPath: '#/anyOf/3/required',
              keyword: 'required',
              params: { missingProperty: 'group' },
              message: "must have required property '" + 'group' + "'",
            };
            if (vErrors === null) {
              vErrors = [err32];
            } else {
              vErrors.push(err32);
            }
            errors++;
          }
          for (const key4 in data) {
            if (!(key4 === 'heading' || key4 === 'lead' || key4 === 'parts' || key4 === 'group')) {
              const err33 = {
                instancePath,
                schemaPath: '#/anyOf/3/additionalProperties',
                keyword: 'additionalProperties',
                params: { additionalProperty: key4 },
                message: 'must NOT have additional properties',
              };
              if (vErrors === null) {
                vErrors = [err33];
              } else {
                vErrors.push(err33);
              }
              errors++;
            }
          }
          if (data.heading !== undefined) {
            if (typeof data.heading !== 'string') {
              const err34 = {
                instancePath: instancePath + '/heading',
                schemaPath: '#/anyOf/3/properties/heading/type',
                keyword: 'type',
                params: { type: 'string' },
                message: 'must be string',
              };
              if (vErrors === null) {
                vErrors = [err34];
              } else {
                vErrors.push(err34);
              }
              errors++;
            }
          }
          if (data.lead !== undefined) {
            if (typeof data.lead !== 'string') {
              const err35 = {
                instancePath: instancePath + '/lead',
                schemaPath: '#/anyOf/3/properties/lead/type',
                keyword: 'type',
                params: { type: 'string' },
                message: 'must be string',
              };
              if (vErrors === null) {
                vErrors = [err35];
              } else {
                vErrors.push(err35);
              }
              errors++;
            }
          }
          if (data.parts !== undefined) {
            if (
              !wrapper0.validate(data.parts, {
                instancePath: instancePath + '/parts',
                parentData: data,
                parentDataProperty: 'parts',
                rootData,
              })
            ) {
              vErrors =
                vErrors === null
                  ? wrapper0.validate.errors
                  : vErrors.concat(wrapper0.validate.errors);
              errors = vErrors.length;
            }
          }
          if (data.group !== undefined) {
            let data21 = data.group;
            if (!(data21 === 'static' || data21 === 'semi-static' || data21 === 'dynamic')) {
              const err36 = {
                instancePath: instancePath + '/group',
                schemaPath: '#/definitions/group/enum',
                keyword: 'enum',
                params: { allowedValues: schema16.enum },
                message: 'must be equal to one of the allowed values',
              };
              if (vErrors === null) {
                vErrors = [err36];
              } else {
                vErrors.push(err36);
              }
              errors++;
            }
          }
        } else {
          const err37 = {
            instancePath,
            schemaPath: '#/anyOf/3/type',
            keyword: 'type',
            params: { type: 'object' },
            message: 'must be object',
          };
          if (vErrors === null) {
            vErrors = [err37];
          } else {
            vErrors.push(err37);
          }
          errors++;
        }
        var _valid0 = _errs46 === errors;
        valid0 = valid0 || _valid0;
        if (!valid0) {
          const _errs56 = errors;
          if (data && typeof data == 'object' && !Array.isArray(data)) {
            if (data.oneOf === undefined) {
              const err38 = {
                instancePath,
                schemaPath: '#/anyOf/4/required',
                keyword: 'required',
                params: { missingProperty: 'oneOf' },
                message: "must have required property '" + 'oneOf' + "'",
              };
              if (vErrors === null) {
                vErrors = [err38];
              } else {
                vErrors.push(err38);
              }
              errors++;
            }
            for (const key5 in data) {
              if (!(key5 === 'oneOf')) {
                const err39 = {
                  instancePath,
                  schemaPath: '#/anyOf/4/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key5 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err39];
                } else {
                  vErrors.push(err39);
                }
                errors++;
              }
            }
            if (data.oneOf !== undefined) {
              let data22 = data.oneOf;
              if (Array.isArray(data22)) {
                const len0 = data22.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let data23 = data22[i0];
                  if (data23 && typeof data23 == 'object' && !Array.isArray(data23)) {
                    if (data23.sections === undefined) {
                      const err40 = {
                        instancePath: instancePath + '/oneOf/' + i0,
                        schemaPath: '#/anyOf/4/properties/oneOf/items/required',
                        keyword: 'required',
                        params: { missingProperty: 'sections' },
                        message: "must have required property '" + 'sections' + "'",
                      };
                      if (vErrors === null) {
                        vErrors = [err40];
                      } else {
                        vErrors.push(err40);
                      }
                      errors++;
                    }
                    for (const key6 in data23) {
                      if (!(key6 === 'sections' || key6 === 'warning')) {
                        const err41 = {
                          instancePath: instancePath + '/oneOf/' + i0,
                          schemaPath: '#/anyOf/4/properties/oneOf/items/additionalProperties',
                          keyword: 'additionalProperties',
                          params: { additionalProperty: key6 },
                          message: 'must NOT have additional properties',
                        };
                        if (vErrors === null) {
                          vErrors = [err41];
                        } else {
                          vErrors.push(err41);
                        }
                        errors++;
                      }
                    }
                    if (data23.sections !== undefined) {
                      if (
                        !wrapper0.validate(data23.sections, {
                          instancePath: instancePath + '/oneOf/' + i0 + '/sections',
                          parentData: data23,
                          parentDataProperty: 'sections',
                          rootData,
                        })
                      ) {
                        vErrors =
                          vErrors === null
                            ? wrapper0.validate.errors
                            : vErrors.concat(wrapper0.validate.errors);
                        errors = vErrors.length;
                      }
                    }
                    if (data23.warning !== undefined) {
                      if (typeof data23.warning !== 'string') {
                        const err42 = {
                          instancePath: instancePath + '/oneOf/' + i0 + '/warning',
                          schemaPath: '#/anyOf/4/properties/oneOf/items/properties/warning/type',
                          keyword: 'type',
                          params: { type: 'string' },
                          message: 'must be string',
                        };
                        if (vErrors === null) {
                          vErrors = [err42];
                        } else {
                          vErrors.push(err42);
                        }
                        errors++;
                      }
                    }
                  } else {
                    const err43 = {
                      instancePath: instancePath + '/oneOf/' + i0,
                      schemaPath: '#/anyOf/4/properties/oneOf/items/type',
                      keyword: 'type',
                      params: { type: 'object' },
                      message: 'must be object',
                    };
                    if (vErrors === null) {
                      vErrors = [err43];
                    } else {
                      vErrors.push(err43);
                    }
                    errors++;
                  }
                }
              } else {
                const err44 = {
                  instancePath: instancePath + '/oneOf',
                  schemaPath: '#/anyOf/4/properties/oneOf/type',
                  keyword: 'type',
                  params: { type: 'array' },
                  message: 'must be array',
                };
                if (vErrors === null) {
                  vErrors = [err44];
                } else {
                  vErrors.push(err44);
                }
                errors++;
              }
            }
          } else {
            const err45 = {
              instancePath,
              schemaPath: '#/anyOf/4/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err45];
            } else {
              vErrors.push(err45);
            }
            errors++;
          }
          var _valid0 = _errs56 === errors;
          valid0 = valid0 || _valid0;
        }
      }
    }
  }
  if (!valid0) {
    const err46 = {
      instancePath,
      schemaPath: '#/anyOf',
      keyword: 'anyOf',
      params: {},
      message: 'must match a schema in anyOf',
    };
    if (vErrors === null) {
      vErrors = [err46];
    } else {
      vErrors.push(err46);
    }
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = _errs0;
      } else {
        vErrors = null;
      }
    }
  }
  validate14.errors = vErrors;
  return errors === 0;
}
function validate13(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (
        !validate14(data[i0], {
          instancePath: instancePath + '/' + i0,
          parentData: data,
          parentDataProperty: i0,
          rootData,
        })
      ) {
        vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err0 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'array' },
      message: 'must be array',
    };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  validate13.errors = vErrors;
  return errors === 0;
}
function validate10(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  /*# sourceURL="https://raw.githubusercontent.com/soverane/yamo/main/schemas/layout.schema.json" */ let vErrors =
    null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.layout === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'layout' },
        message: "must have required property '" + 'layout' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.title === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'title' },
        message: "must have required property '" + 'title' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.files === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'files' },
        message: "must have required property '" + 'files' + "'",
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.order === undefined) {
      const err3 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'order' },
        message: "must have required property '" + 'order' + "'",
      };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.separator === undefined) {
      const err4 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'separator' },
        message: "must have required property '" + 'separator' + "'",
      };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.headingEnd === undefined) {
      const err5 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'headingEnd' },
        message: "must have required property '" + 'headingEnd' + "'",
      };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.estimator === undefined) {
      const err6 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'estimator' },
        message: "must have required property '" + 'estimator' + "'",
      };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.cut === undefined) {
      const err7 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'cut' },
        message: "must have required property '" + 'cut' + "'",
      };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.bootstrap === undefined) {
      const err8 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'bootstrap' },
        message: "must have required property '" + 'bootstrap' + "'",
      };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!func2.call(schema11.properties, key0)) {
        const err9 = {
          instancePath,
          schemaPath: '#/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
          message: 'must NOT have additional properties',
        };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== 'string') {
        const err10 = {
          instancePath: instancePath + '/$schema',
          schemaPath: '#/properties/%24schema/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.layout !== undefined) {
      let data1 = data.layout;
      if (typeof data1 === 'string') {
        if (!pattern0.test(data1)) {
          const err11 = {
            instancePath: instancePath + '/layout',
            schemaPath: '#/properties/layout/pattern',
            keyword: 'pattern',
            params: { pattern: '^[a-z][a-z0-9-]*$' },
            message: 'must match pattern "' + '^[a-z][a-z0-9-]*$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = {
          instancePath: instancePath + '/layout',
          schemaPath: '#/properties/layout/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.title !== undefined) {
      let data2 = data.title;
      if (typeof data2 === 'string') {
        if (!pattern1.test(data2)) {
          const err13 = {
            instancePath: instancePath + '/title',
            schemaPath: '#/properties/title/pattern',
            keyword: 'pattern',
            params: { pattern: '.' },
            message: 'must match pattern "' + '.' + '"',
          };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      } else {
        const err14 = {
          instancePath: instancePath + '/title',
          schemaPath: '#/properties/title/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.markers !== undefined) {
      let data3 = data.markers;
      if (Array.isArray(data3)) {
        const len0 = data3.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data4 = data3[i0];
          if (data4 && typeof data4 == 'object' && !Array.isArray(data4)) {
            if (data4.paths === undefined) {
              const err15 = {
                instancePath: instancePath + '/markers/' + i0,
                schemaPath: '#/properties/markers/items/required',
                keyword: 'required',
                params: { missingProperty: 'paths' },
                message: "must have required property '" + 'paths' + "'",
              };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
            for (const key1 in data4) {
              if (!(key1 === 'paths' || key1 === 'within')) {
                const err16 = {
                  instancePath: instancePath + '/markers/' + i0,
                  schemaPath: '#/properties/markers/items/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key1 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err16];
                } else {
                  vErrors.push(err16);
                }
                errors++;
              }
            }
            if (data4.paths !== undefined) {
              let data5 = data4.paths;
              if (Array.isArray(data5)) {
                const len1 = data5.length;
                for (let i1 = 0; i1 < len1; i1++) {
                  let data6 = data5[i1];
                  if (typeof data6 === 'string') {
                    if (!pattern2.test(data6)) {
                      const err17 = {
                        instancePath: instancePath + '/markers/' + i0 + '/paths/' + i1,
                        schemaPath: '#/definitions/name/pattern',
                        keyword: 'pattern',
                        params: { pattern: '^.{1,4096}$' },
                        message: 'must match pattern "' + '^.{1,4096}$' + '"',
                      };
                      if (vErrors === null) {
                        vErrors = [err17];
                      } else {
                        vErrors.push(err17);
                      }
                      errors++;
                    }
                  } else {
                    const err18 = {
                      instancePath: instancePath + '/markers/' + i0 + '/paths/' + i1,
                      schemaPath: '#/definitions/name/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err18];
                    } else {
                      vErrors.push(err18);
                    }
                    errors++;
                  }
                }
              } else {
                const err19 = {
                  instancePath: instancePath + '/markers/' + i0 + '/paths',
                  schemaPath: '#/properties/markers/items/properties/paths/type',
                  keyword: 'type',
                  params: { type: 'array' },
                  message: 'must be array',
                };
                if (vErrors === null) {
                  vErrors = [err19];
                } else {
                  vErrors.push(err19);
                }
                errors++;
              }
            }
            if (data4.within !== undefined) {
              let data7 = data4.within;
              if (Array.isArray(data7)) {
                const len2 = data7.length;
                for (let i2 = 0; i2 < len2; i2++) {
                  let data8 = data7[i2];
                  if (typeof data8 === 'string') {
                    if (!pattern1.test(data8)) {
                      const err20 = {
                        instancePath: instancePath + '/markers/' + i0 + '/within/' + i2,
                        schemaPath: '#/properties/markers/items/properties/within/items/pattern',
                        keyword: 'pattern',
                        params: { pattern: '.' },
                        message: 'must match pattern "' + '.' + '"',
                      };
                      if (vErrors === null) {
                        vErrors = [err20];
                      } else {
                        vErrors.push(err20);
                      }
                      errors++;
                    }
                  } else {
                    const err21 = {
                      instancePath: instancePath + '/markers/' + i0 + '/within/' + i2,
                      schemaPath: '#/properties/markers/items/properties/within/items/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err21];
                    } else {
                      vErrors.push(err21);
                    }
                    errors++;
                  }
                }
              } else {
                const err22 = {
                  instancePath: instancePath + '/markers/' + i0 + '/within',
                  schemaPath: '#/properties/markers/items/properties/within/type',
                  keyword: 'type',
                  params: { type: 'array' },
                  message: 'must be array',
                };
                if (vErrors === null) {
                  vErrors = [err22];
                } else {
                  vErrors.push(err22);
                }
                errors++;
              }
            }
          } else {
            const err23 = {
              instancePath: instancePath + '/markers/' + i0,
              schemaPath: '#/properties/markers/items/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err23];
            } else {
              vErrors.push(err23);
            }
            errors++;
          }
        }
      } else {
        const err24 = {
          instancePath: instancePath + '/markers',
          schemaPath: '#/properties/markers/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
    }
    if (data.speech !== undefined) {
      let data9 = data.speech;
      if (Array.isArray(data9)) {
        const len3 = data9.length;
        for (let i3 = 0; i3 < len3; i3++) {
          let data10 = data9[i3];
          if (data10 && typeof data10 == 'object' && !Array.isArray(data10)) {
            if (data10.file === undefined) {
              const err25 = {
                instancePath: instancePath + '/speech/' + i3,
                schemaPath: '#/properties/speech/items/required',
                keyword: 'required',
                params: { missingProperty: 'file' },
                message: "must have required property '" + 'file' + "'",
              };
              if (vErrors === null) {
                vErrors = [err25];
              } else {
                vErrors.push(err25);
              }
              errors++;
            }
            for (const key2 in data10) {
              if (
                !(key2 === 'file' || key2 === 'headings' || key2 === 'labels' || key2 === 'words')
              ) {
                const err26 = {
                  instancePath: instancePath + '/speech/' + i3,
                  schemaPath: '#/properties/speech/items/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key2 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err26];
                } else {
                  vErrors.push(err26);
                }
                errors++;
              }
            }
            if (data10.file !== undefined) {
              let data11 = data10.file;
              if (typeof data11 === 'string') {
                if (!pattern2.test(data11)) {
                  const err27 = {
                    instancePath: instancePath + '/speech/' + i3 + '/file',
                    schemaPath: '#/definitions/name/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^.{1,4096}$' },
                    message: 'must match pattern "' + '^.{1,4096}$' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err27];
                  } else {
                    vErrors.push(err27);
                  }
                  errors++;
                }
              } else {
                const err28 = {
                  instancePath: instancePath + '/speech/' + i3 + '/file',
                  schemaPath: '#/definitions/name/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err28];
                } else {
                  vErrors.push(err28);
                }
                errors++;
              }
            }
            if (data10.headings !== undefined) {
              let data12 = data10.headings;
              if (Array.isArray(data12)) {
                const len4 = data12.length;
                for (let i4 = 0; i4 < len4; i4++) {
                  let data13 = data12[i4];
                  if (typeof data13 === 'string') {
                    if (!pattern1.test(data13)) {
                      const err29 = {
                        instancePath: instancePath + '/speech/' + i3 + '/headings/' + i4,
                        schemaPath: '#/properties/speech/items/properties/headings/items/pattern',
                        keyword: 'pattern',
                        params: { pattern: '.' },
                        message: 'must match pattern "' + '.' + '"',
                      };
                      if (vErrors === null) {
                        vErrors = [err29];
                      } else {
                        vErrors.push(err29);
                      }
                      errors++;
                    }
                  } else {
                    const err30 = {
                      instancePath: instancePath + '/speech/' + i3 + '/headings/' + i4,
                      schemaPath: '#/properties/speech/items/properties/headings/items/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err30];
                    } else {
                      vErrors.push(err30);
                    }
                    errors++;
                  }
                }
              } else {
                const err31 = {
                  instancePath: instancePath + '/speech/' + i3 + '/headings',
                  schemaPath: '#/properties/speech/items/properties/headings/type',
                  keyword: 'type',
                  params: { type: 'array' },
                  message: 'must be array',
                };
                if (vErrors === null) {
                  vErrors = [err31];
                } else {
                  vErrors.push(err31);
                }
                errors++;
              }
            }
            if (data10.labels !== undefined) {
              let data14 = data10.labels;
              if (Array.isArray(data14)) {
                const len5 = data14.length;
                for (let i5 = 0; i5 < len5; i5++) {
                  let data15 = data14[i5];
                  if (typeof data15 === 'string') {
                    if (!pattern1.test(data15)) {
                      const err32 = {
                        instancePath: instancePath + '/speech/' + i3 + '/labels/' + i5,
                        schemaPath: '#/properties/speech/items/properties/labels/items/pattern',
                        keyword: 'pattern',
                        params: { pattern: '.' },
                        message: 'must match pattern "' + '.' + '"',
                      };
                      if (vErrors === null) {
                        vErrors = [err32];
                      } else {
                        vErrors.push(err32);
                      }
                      errors++;
                    }
                  } else {
                    const err33 = {
                      instancePath: instancePath + '/speech/' + i3 + '/labels/' + i5,
                      schemaPath: '#/properties/speech/items/properties/labels/items/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err33];
                    } else {
                      vErrors.push(err33);
                    }
                    errors++;
                  }
                }
              } else {
                const err34 = {
                  instancePath: instancePath + '/speech/' + i3 + '/labels',
                  schemaPath: '#/properties/speech/items/properties/labels/type',
                  keyword: 'type',
                  params: { type: 'array' },
                  message: 'must be array',
                };
                if (vErrors === null) {
                  vErrors = [err34];
                } else {
                  vErrors.push(err34);
                }
                errors++;
              }
            }
            if (data10.words !== undefined) {
              let data16 = data10.words;
              if (Array.isArray(data16)) {
                const len6 = data16.length;
                for (let i6 = 0; i6 < len6; i6++) {
                  let data17 = data16[i6];
                  if (typeof data17 === 'string') {
                    if (!pattern1.test(data17)) {
                      const err35 = {
                        instancePath: instancePath + '/speech/' + i3 + '/words/' + i6,
                        schemaPath: '#/properties/speech/items/properties/words/items/pattern',
                        keyword: 'pattern',
                        params: { pattern: '.' },
                        message: 'must match pattern "' + '.' + '"',
                      };
                      if (vErrors === null) {
                        vErrors = [err35];
                      } else {
                        vErrors.push(err35);
                      }
                      errors++;
                    }
                  } else {
                    const err36 = {
                      instancePath: instancePath + '/speech/' + i3 + '/words/' + i6,
                      schemaPath: '#/properties/speech/items/properties/words/items/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err36];
                    } else {
                      vErrors.push(err36);
                    }
                    errors++;
                  }
                }
              } else {
                const err37 = {
                  instancePath: instancePath + '/speech/' + i3 + '/words',
                  schemaPath: '#/properties/speech/items/properties/words/type',
                  keyword: 'type',
                  params: { type: 'array' },
                  message: 'must be array',
                };
                if (vErrors === null) {
                  vErrors = [err37];
                } else {
                  vErrors.push(err37);
                }
                errors++;
              }
            }
          } else {
            const err38 = {
              instancePath: instancePath + '/speech/' + i3,
              schemaPath: '#/properties/speech/items/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err38];
            } else {
              vErrors.push(err38);
            }
            errors++;
          }
        }
      } else {
        const err39 = {
          instancePath: instancePath + '/speech',
          schemaPath: '#/properties/speech/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err39];
        } else {
          vErrors.push(err39);
        }
        errors++;
      }
    }
    if (data.files !== undefined) {
      let data18 = data.files;
      if (Array.isArray(data18)) {
        const len7 = data18.length;
        for (let i7 = 0; i7 < len7; i7++) {
          if (
            !validate11(data18[i7], {
              instancePath: instancePath + '/files/' + i7,
              parentData: data18,
              parentDataProperty: i7,
              rootData,
            })
          ) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err40 = {
          instancePath: instancePath + '/files',
          schemaPath: '#/properties/files/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err40];
        } else {
          vErrors.push(err40);
        }
        errors++;
      }
    }
    if (data.runtime !== undefined) {
      let data20 = data.runtime;
      if (Array.isArray(data20)) {
        const len8 = data20.length;
        for (let i8 = 0; i8 < len8; i8++) {
          let data21 = data20[i8];
          if (typeof data21 === 'string') {
            if (!pattern2.test(data21)) {
              const err41 = {
                instancePath: instancePath + '/runtime/' + i8,
                schemaPath: '#/definitions/name/pattern',
                keyword: 'pattern',
                params: { pattern: '^.{1,4096}$' },
                message: 'must match pattern "' + '^.{1,4096}$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err41];
              } else {
                vErrors.push(err41);
              }
              errors++;
            }
          } else {
            const err42 = {
              instancePath: instancePath + '/runtime/' + i8,
              schemaPath: '#/definitions/name/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err42];
            } else {
              vErrors.push(err42);
            }
            errors++;
          }
        }
      } else {
        const err43 = {
          instancePath: instancePath + '/runtime',
          schemaPath: '#/properties/runtime/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err43];
        } else {
          vErrors.push(err43);
        }
        errors++;
      }
    }
    if (data.order !== undefined) {
      if (
        !validate13(data.order, {
          instancePath: instancePath + '/order',
          parentData: data,
          parentDataProperty: 'order',
          rootData,
        })
      ) {
        vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
        errors = vErrors.length;
      }
    }
    if (data.firstRun !== undefined) {
      if (
        !validate13(data.firstRun, {
          instancePath: instancePath + '/firstRun',
          parentData: data,
          parentDataProperty: 'firstRun',
          rootData,
        })
      ) {
        vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
        errors = vErrors.length;
      }
    }
    if (data.automation !== undefined) {
      if (
        !validate13(data.automation, {
          instancePath: instancePath + '/automation',
          parentData: data,
          parentDataProperty: 'automation',
          rootData,
        })
      ) {
        vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
        errors = vErrors.length;
      }
    }
    if (data.separator !== undefined) {
      if (typeof data.separator !== 'string') {
        const err44 = {
          instancePath: instancePath + '/separator',
          schemaPath: '#/properties/separator/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err44];
        } else {
          vErrors.push(err44);
        }
        errors++;
      }
    }
    if (data.headingEnd !== undefined) {
      if (typeof data.headingEnd !== 'string') {
        const err45 = {
          instancePath: instancePath + '/headingEnd',
          schemaPath: '#/properties/headingEnd/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err45];
        } else {
          vErrors.push(err45);
        }
        errors++;
      }
    }
    if (data.fenced !== undefined) {
      if (typeof data.fenced !== 'boolean') {
        const err46 = {
          instancePath: instancePath + '/fenced',
          schemaPath: '#/properties/fenced/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err46];
        } else {
          vErrors.push(err46);
        }
        errors++;
      }
    }
    if (data.estimator !== undefined) {
      let data28 = data.estimator;
      if (
        !(
          data28 === 'claude' ||
          data28 === 'claude-2024' ||
          data28 === 'o200k' ||
          data28 === 'aletheia' ||
          data28 === 'gsv' ||
          data28 === 'osa' ||
          data28 === 'osa-document' ||
          data28 === 'openclaw'
        )
      ) {
        const err47 = {
          instancePath: instancePath + '/estimator',
          schemaPath: '#/properties/estimator/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.estimator.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err47];
        } else {
          vErrors.push(err47);
        }
        errors++;
      }
    }
    if (data.budget !== undefined) {
      let data29 = data.budget;
      if (!(typeof data29 == 'number' && !(data29 % 1) && !isNaN(data29) && isFinite(data29))) {
        const err48 = {
          instancePath: instancePath + '/budget',
          schemaPath: '#/properties/budget/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err48];
        } else {
          vErrors.push(err48);
        }
        errors++;
      }
      if (typeof data29 == 'number' && isFinite(data29)) {
        if (data29 < 1 || isNaN(data29)) {
          const err49 = {
            instancePath: instancePath + '/budget',
            schemaPath: '#/properties/budget/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
          };
          if (vErrors === null) {
            vErrors = [err49];
          } else {
            vErrors.push(err49);
          }
          errors++;
        }
      }
    }
    if (data.budgetSetting !== undefined) {
      let data30 = data.budgetSetting;
      if (data30 && typeof data30 == 'object' && !Array.isArray(data30)) {
        if (data30.file === undefined) {
          const err50 = {
            instancePath: instancePath + '/budgetSetting',
            schemaPath: '#/properties/budgetSetting/required',
            keyword: 'required',
            params: { missingProperty: 'file' },
            message: "must have required property '" + 'file' + "'",
          };
          if (vErrors === null) {
            vErrors = [err50];
          } else {
            vErrors.push(err50);
          }
          errors++;
        }
        if (data30.key === undefined) {
          const err51 = {
            instancePath: instancePath + '/budgetSetting',
            schemaPath: '#/properties/budgetSetting/required',
            keyword: 'required',
            params: { missingProperty: 'key' },
            message: "must have required property '" + 'key' + "'",
          };
          if (vErrors === null) {
            vErrors = [err51];
          } else {
            vErrors.push(err51);
          }
          errors++;
        }
        for (const key3 in data30) {
          if (!(key3 === 'file' || key3 === 'key')) {
            const err52 = {
              instancePath: instancePath + '/budgetSetting',
              schemaPath: '#/properties/budgetSetting/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key3 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err52];
            } else {
              vErrors.push(err52);
            }
            errors++;
          }
        }
        if (data30.file !== undefined) {
          let data31 = data30.file;
          if (typeof data31 === 'string') {
            if (!pattern12.test(data31)) {
              const err53 = {
                instancePath: instancePath + '/budgetSetting/file',
                schemaPath: '#/properties/budgetSetting/properties/file/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^./\\\\][^/\\\\]*$' },
                message: 'must match pattern "' + '^[^./\\\\][^/\\\\]*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err53];
              } else {
                vErrors.push(err53);
              }
              errors++;
            }
          } else {
            const err54 = {
              instancePath: instancePath + '/budgetSetting/file',
              schemaPath: '#/properties/budgetSetting/properties/file/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err54];
            } else {
              vErrors.push(err54);
            }
            errors++;
          }
        }
        if (data30.key !== undefined) {
          let data32 = data30.key;
          if (typeof data32 === 'string') {
            if (!pattern1.test(data32)) {
              const err55 = {
                instancePath: instancePath + '/budgetSetting/key',
                schemaPath: '#/properties/budgetSetting/properties/key/pattern',
                keyword: 'pattern',
                params: { pattern: '.' },
                message: 'must match pattern "' + '.' + '"',
              };
              if (vErrors === null) {
                vErrors = [err55];
              } else {
                vErrors.push(err55);
              }
              errors++;
            }
          } else {
            const err56 = {
              instancePath: instancePath + '/budgetSetting/key',
              schemaPath: '#/properties/budgetSetting/properties/key/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err56];
            } else {
              vErrors.push(err56);
            }
            errors++;
          }
        }
      } else {
        const err57 = {
          instancePath: instancePath + '/budgetSetting',
          schemaPath: '#/properties/budgetSetting/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err57];
        } else {
          vErrors.push(err57);
        }
        errors++;
      }
    }
    if (data.cut !== undefined) {
      let data33 = data.cut;
      const _errs71 = errors;
      let valid25 = false;
      const _errs72 = errors;
      if (data33 && typeof data33 == 'object' && !Array.isArray(data33)) {
        for (const key4 in data33) {
          if (!(key4 === 'by')) {
            const err58 = {
              instancePath: instancePath + '/cut',
              schemaPath: '#/properties/cut/anyOf/0/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key4 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err58];
            } else {
              vErrors.push(err58);
            }
            errors++;
          }
        }
        if (data33.by !== undefined) {
          if (!(data33.by === 'sections')) {
            const err59 = {
              instancePath: instancePath + '/cut/by',
              schemaPath: '#/properties/cut/anyOf/0/properties/by/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.cut.anyOf[0].properties.by.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err59];
            } else {
              vErrors.push(err59);
            }
            errors++;
          }
        }
      }
      var _valid0 = _errs72 === errors;
      valid25 = valid25 || _valid0;
      if (!valid25) {
        const _errs75 = errors;
        if (data33 && typeof data33 == 'object' && !Array.isArray(data33)) {
          if (data33.floor === undefined) {
            const err60 = {
              instancePath: instancePath + '/cut',
              schemaPath: '#/properties/cut/anyOf/1/required',
              keyword: 'required',
              params: { missingProperty: 'floor' },
              message: "must have required property '" + 'floor' + "'",
            };
            if (vErrors === null) {
              vErrors = [err60];
            } else {
              vErrors.push(err60);
            }
            errors++;
          }
          if (data33.marker === undefined) {
            const err61 = {
              instancePath: instancePath + '/cut',
              schemaPath: '#/properties/cut/anyOf/1/required',
              keyword: 'required',
              params: { missingProperty: 'marker' },
              message: "must have required property '" + 'marker' + "'",
            };
            if (vErrors === null) {
              vErrors = [err61];
            } else {
              vErrors.push(err61);
            }
            errors++;
          }
          for (const key5 in data33) {
            if (!(key5 === 'by' || key5 === 'floor' || key5 === 'marker')) {
              const err62 = {
                instancePath: instancePath + '/cut',
                schemaPath: '#/properties/cut/anyOf/1/additionalProperties',
                keyword: 'additionalProperties',
                params: { additionalProperty: key5 },
                message: 'must NOT have additional properties',
              };
              if (vErrors === null) {
                vErrors = [err62];
              } else {
                vErrors.push(err62);
              }
              errors++;
            }
          }
          if (data33.by !== undefined) {
            if (!(data33.by === 'order')) {
              const err63 = {
                instancePath: instancePath + '/cut/by',
                schemaPath: '#/properties/cut/anyOf/1/properties/by/enum',
                keyword: 'enum',
                params: { allowedValues: schema11.properties.cut.anyOf[1].properties.by.enum },
                message: 'must be equal to one of the allowed values',
              };
              if (vErrors === null) {
                vErrors = [err63];
              } else {
                vErrors.push(err63);
              }
              errors++;
            }
          }
          if (data33.floor !== undefined) {
            let data36 = data33.floor;
            if (
              !(typeof data36 == 'number' && !(data36 % 1) && !isNaN(data36) && isFinite(data36))
            ) {
              const err64 = {
                instancePath: instancePath + '/cut/floor',
                schemaPath: '#/properties/cut/anyOf/1/properties/floor/type',
                keyword: 'type',
                params: { type: 'integer' },
                message: 'must be integer',
              };
              if (vErrors === null) {
                vErrors = [err64];
              } else {
                vErrors.push(err64);
              }
              errors++;
            }
            if (typeof data36 == 'number' && isFinite(data36)) {
              if (data36 < 0 || isNaN(data36)) {
                const err65 = {
                  instancePath: instancePath + '/cut/floor',
                  schemaPath: '#/properties/cut/anyOf/1/properties/floor/minimum',
                  keyword: 'minimum',
                  params: { comparison: '>=', limit: 0 },
                  message: 'must be >= 0',
                };
                if (vErrors === null) {
                  vErrors = [err65];
                } else {
                  vErrors.push(err65);
                }
                errors++;
              }
            }
          }
          if (data33.marker !== undefined) {
            let data37 = data33.marker;
            if (typeof data37 === 'string') {
              if (!pattern1.test(data37)) {
                const err66 = {
                  instancePath: instancePath + '/cut/marker',
                  schemaPath: '#/properties/cut/anyOf/1/properties/marker/pattern',
                  keyword: 'pattern',
                  params: { pattern: '.' },
                  message: 'must match pattern "' + '.' + '"',
                };
                if (vErrors === null) {
                  vErrors = [err66];
                } else {
                  vErrors.push(err66);
                }
                errors++;
              }
            } else {
              const err67 = {
                instancePath: instancePath + '/cut/marker',
                schemaPath: '#/properties/cut/anyOf/1/properties/marker/type',
                keyword: 'type',
                params: { type: 'string' },
                message: 'must be string',
              };
              if (vErrors === null) {
                vErrors = [err67];
              } else {
                vErrors.push(err67);
              }
              errors++;
            }
          }
        }
        var _valid0 = _errs75 === errors;
        valid25 = valid25 || _valid0;
        if (!valid25) {
          const _errs82 = errors;
          if (data33 && typeof data33 == 'object' && !Array.isArray(data33)) {
            if (data33.cap === undefined) {
              const err68 = {
                instancePath: instancePath + '/cut',
                schemaPath: '#/properties/cut/anyOf/2/required',
                keyword: 'required',
                params: { missingProperty: 'cap' },
                message: "must have required property '" + 'cap' + "'",
              };
              if (vErrors === null) {
                vErrors = [err68];
              } else {
                vErrors.push(err68);
              }
              errors++;
            }
            if (data33.total === undefined) {
              const err69 = {
                instancePath: instancePath + '/cut',
                schemaPath: '#/properties/cut/anyOf/2/required',
                keyword: 'required',
                params: { missingProperty: 'total' },
                message: "must have required property '" + 'total' + "'",
              };
              if (vErrors === null) {
                vErrors = [err69];
              } else {
                vErrors.push(err69);
              }
              errors++;
            }
            for (const key6 in data33) {
              if (!(key6 === 'by' || key6 === 'cap' || key6 === 'total')) {
                const err70 = {
                  instancePath: instancePath + '/cut',
                  schemaPath: '#/properties/cut/anyOf/2/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key6 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err70];
                } else {
                  vErrors.push(err70);
                }
                errors++;
              }
            }
            if (data33.by !== undefined) {
              if (!(data33.by === 'head and tail')) {
                const err71 = {
                  instancePath: instancePath + '/cut/by',
                  schemaPath: '#/properties/cut/anyOf/2/properties/by/enum',
                  keyword: 'enum',
                  params: { allowedValues: schema11.properties.cut.anyOf[2].properties.by.enum },
                  message: 'must be equal to one of the allowed values',
                };
                if (vErrors === null) {
                  vErrors = [err71];
                } else {
                  vErrors.push(err71);
                }
                errors++;
              }
            }
            if (data33.cap !== undefined) {
              let data39 = data33.cap;
              if (
                !(typeof data39 == 'number' && !(data39 % 1) && !isNaN(data39) && isFinite(data39))
              ) {
                const err72 = {
                  instancePath: instancePath + '/cut/cap',
                  schemaPath: '#/properties/cut/anyOf/2/properties/cap/type',
                  keyword: 'type',
                  params: { type: 'integer' },
                  message: 'must be integer',
                };
                if (vErrors === null) {
                  vErrors = [err72];
                } else {
                  vErrors.push(err72);
                }
                errors++;
              }
              if (typeof data39 == 'number' && isFinite(data39)) {
                if (data39 < 1 || isNaN(data39)) {
                  const err73 = {
                    instancePath: instancePath + '/cut/cap',
                    schemaPath: '#/properties/cut/anyOf/2/properties/cap/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 1 },
                    message: 'must be >= 1',
                  };
                  if (vErrors === null) {
                    vErrors = [err73];
                  } else {
                    vErrors.push(err73);
                  }
                  errors++;
                }
              }
            }
            if (data33.total !== undefined) {
              let data40 = data33.total;
              if (
                !(typeof data40 == 'number' && !(data40 % 1) && !isNaN(data40) && isFinite(data40))
              ) {
                const err74 = {
                  instancePath: instancePath + '/cut/total',
                  schemaPath: '#/properties/cut/anyOf/2/properties/total/type',
                  keyword: 'type',
                  params: { type: 'integer' },
                  message: 'must be integer',
                };
                if (vErrors === null) {
                  vErrors = [err74];
                } else {
                  vErrors.push(err74);
                }
                errors++;
              }
              if (typeof data40 == 'number' && isFinite(data40)) {
                if (data40 < 1 || isNaN(data40)) {
                  const err75 = {
                    instancePath: instancePath + '/cut/total',
                    schemaPath: '#/properties/cut/anyOf/2/properties/total/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 1 },
                    message: 'must be >= 1',
                  };
                  if (vErrors === null) {
                    vErrors = [err75];
                  } else {
                    vErrors.push(err75);
                  }
                  errors++;
                }
              }
            }
          }
          var _valid0 = _errs82 === errors;
          valid25 = valid25 || _valid0;
          if (!valid25) {
            const _errs89 = errors;
            if (data33 && typeof data33 == 'object' && !Array.isArray(data33)) {
              if (data33.shares === undefined) {
                const err76 = {
                  instancePath: instancePath + '/cut',
                  schemaPath: '#/properties/cut/anyOf/3/required',
                  keyword: 'required',
                  params: { missingProperty: 'shares' },
                  message: "must have required property '" + 'shares' + "'",
                };
                if (vErrors === null) {
                  vErrors = [err76];
                } else {
                  vErrors.push(err76);
                }
                errors++;
              }
              if (data33.reserve === undefined) {
                const err77 = {
                  instancePath: instancePath + '/cut',
                  schemaPath: '#/properties/cut/anyOf/3/required',
                  keyword: 'required',
                  params: { missingProperty: 'reserve' },
                  message: "must have required property '" + 'reserve' + "'",
                };
                if (vErrors === null) {
                  vErrors = [err77];
                } else {
                  vErrors.push(err77);
                }
                errors++;
              }
              if (data33.least === undefined) {
                const err78 = {
                  instancePath: instancePath + '/cut',
                  schemaPath: '#/properties/cut/anyOf/3/required',
                  keyword: 'required',
                  params: { missingProperty: 'least' },
                  message: "must have required property '" + 'least' + "'",
                };
                if (vErrors === null) {
                  vErrors = [err78];
                } else {
                  vErrors.push(err78);
                }
                errors++;
              }
              if (data33.marker === undefined) {
                const err79 = {
                  instancePath: instancePath + '/cut',
                  schemaPath: '#/properties/cut/anyOf/3/required',
                  keyword: 'required',
                  params: { missingProperty: 'marker' },
                  message: "must have required property '" + 'marker' + "'",
                };
                if (vErrors === null) {
                  vErrors = [err79];
                } else {
                  vErrors.push(err79);
                }
                errors++;
              }
              for (const key7 in data33) {
                if (
                  !(
                    key7 === 'by' ||
                    key7 === 'shares' ||
                    key7 === 'reserve' ||
                    key7 === 'least' ||
                    key7 === 'marker'
                  )
                ) {
                  const err80 = {
                    instancePath: instancePath + '/cut',
                    schemaPath: '#/properties/cut/anyOf/3/additionalProperties',
                    keyword: 'additionalProperties',
                    params: { additionalProperty: key7 },
                    message: 'must NOT have additional properties',
                  };
                  if (vErrors === null) {
                    vErrors = [err80];
                  } else {
                    vErrors.push(err80);
                  }
                  errors++;
                }
              }
              if (data33.by !== undefined) {
                if (!(data33.by === 'tiers')) {
                  const err81 = {
                    instancePath: instancePath + '/cut/by',
                    schemaPath: '#/properties/cut/anyOf/3/properties/by/enum',
                    keyword: 'enum',
                    params: { allowedValues: schema11.properties.cut.anyOf[3].properties.by.enum },
                    message: 'must be equal to one of the allowed values',
                  };
                  if (vErrors === null) {
                    vErrors = [err81];
                  } else {
                    vErrors.push(err81);
                  }
                  errors++;
                }
              }
              if (data33.shares !== undefined) {
                let data42 = data33.shares;
                if (data42 && typeof data42 == 'object' && !Array.isArray(data42)) {
                  if (data42['2'] === undefined) {
                    const err82 = {
                      instancePath: instancePath + '/cut/shares',
                      schemaPath: '#/properties/cut/anyOf/3/properties/shares/required',
                      keyword: 'required',
                      params: { missingProperty: '2' },
                      message: "must have required property '" + '2' + "'",
                    };
                    if (vErrors === null) {
                      vErrors = [err82];
                    } else {
                      vErrors.push(err82);
                    }
                    errors++;
                  }
                  if (data42['3'] === undefined) {
                    const err83 = {
                      instancePath: instancePath + '/cut/shares',
                      schemaPath: '#/properties/cut/anyOf/3/properties/shares/required',
                      keyword: 'required',
                      params: { missingProperty: '3' },
                      message: "must have required property '" + '3' + "'",
                    };
                    if (vErrors === null) {
                      vErrors = [err83];
                    } else {
                      vErrors.push(err83);
                    }
                    errors++;
                  }
                  for (const key8 in data42) {
                    if (!(key8 === '2' || key8 === '3')) {
                      const err84 = {
                        instancePath: instancePath + '/cut/shares',
                        schemaPath:
                          '#/properties/cut/anyOf/3/properties/shares/additionalProperties',
                        keyword: 'additionalProperties',
                        params: { additionalProperty: key8 },
                        message: 'must NOT have additional properties',
                      };
                      if (vErrors === null) {
                        vErrors = [err84];
                      } else {
                        vErrors.push(err84);
                      }
                      errors++;
                    }
                  }
                  if (data42['2'] !== undefined) {
                    let data43 = data42['2'];
                    if (typeof data43 == 'number' && isFinite(data43)) {
                      if (data43 > 1 || isNaN(data43)) {
                        const err85 = {
                          instancePath: instancePath + '/cut/shares/2',
                          schemaPath:
                            '#/properties/cut/anyOf/3/properties/shares/properties/2/maximum',
                          keyword: 'maximum',
                          params: { comparison: '<=', limit: 1 },
                          message: 'must be <= 1',
                        };
                        if (vErrors === null) {
                          vErrors = [err85];
                        } else {
                          vErrors.push(err85);
                        }
                        errors++;
                      }
                      if (data43 < 0 || isNaN(data43)) {
                        const err86 = {
                          instancePath: instancePath + '/cut/shares/2',
                          schemaPath:
                            '#/properties/cut/anyOf/3/properties/shares/properties/2/minimum',
                          keyword: 'minimum',
                          params: { comparison: '>=', limit: 0 },
                          message: 'must be >= 0',
                        };
                        if (vErrors === null) {
                          vErrors = [err86];
                        } else {
                          vErrors.push(err86);
                        }
                        errors++;
                      }
                    } else {
                      const err87 = {
                        instancePath: instancePath + '/cut/shares/2',
                        schemaPath: '#/properties/cut/anyOf/3/properties/shares/properties/2/type',
                        keyword: 'type',
                        params: { type: 'number' },
                        message: 'must be number',
                      };
                      if (vErrors === null) {
                        vErrors = [err87];
                      } else {
                        vErrors.push(err87);
                      }
                      errors++;
                    }
                  }
                  if (data42['3'] !== undefined) {
                    let data44 = data42['3'];
                    if (typeof data44 == 'number' && isFinite(data44)) {
                      if (data44 > 1 || isNaN(data44)) {
                        const err88 = {
                          instancePath: instancePath + '/cut/shares/3',
                          schemaPath:
                            '#/properties/cut/anyOf/3/properties/shares/properties/3/maximum',
                          keyword: 'maximum',
                          params: { comparison: '<=', limit: 1 },
                          message: 'must be <= 1',
                        };
                        if (vErrors === null) {
                          vErrors = [err88];
                        } else {
                          vErrors.push(err88);
                        }
                        errors++;
                      }
                      if (data44 < 0 || isNaN(data44)) {
                        const err89 = {
                          instancePath: instancePath + '/cut/shares/3',
                          schemaPath:
                            '#/properties/cut/anyOf/3/properties/shares/properties/3/minimum',
                          keyword: 'minimum',
                          params: { comparison: '>=', limit: 0 },
                          message: 'must be >= 0',
                        };
                        if (vErrors === null) {
                          vErrors = [err89];
                        } else {
                          vErrors.push(err89);
                        }
                        errors++;
                      }
                    } else {
                      const err90 = {
                        instancePath: instancePath + '/cut/shares/3',
                        schemaPath: '#/properties/cut/anyOf/3/properties/shares/properties/3/type',
                        keyword: 'type',
                        params: { type: 'number' },
                        message: 'must be number',
                      };
                      if (vErrors === null) {
                        vErrors = [err90];
                      } else {
                        vErrors.push(err90);
                      }
                      errors++;
                    }
                  }
                } else {
                  const err91 = {
                    instancePath: instancePath + '/cut/shares',
                    schemaPath: '#/properties/cut/anyOf/3/properties/shares/type',
                    keyword: 'type',
                    params: { type: 'object' },
                    message: 'must be object',
                  };
                  if (vErrors === null) {
                    vErrors = [err91];
                  } else {
                    vErrors.push(err91);
                  }
                  errors++;
                }
              }
              if (data33.reserve !== undefined) {
                let data45 = data33.reserve;
                if (
                  !(
                    typeof data45 == 'number' &&
                    !(data45 % 1) &&
                    !isNaN(data45) &&
                    isFinite(data45)
                  )
                ) {
                  const err92 = {
                    instancePath: instancePath + '/cut/reserve',
                    schemaPath: '#/properties/cut/anyOf/3/properties/reserve/type',
                    keyword: 'type',
                    params: { type: 'integer' },
                    message: 'must be integer',
                  };
                  if (vErrors === null) {
                    vErrors = [err92];
                  } else {
                    vErrors.push(err92);
                  }
                  errors++;
                }
                if (typeof data45 == 'number' && isFinite(data45)) {
                  if (data45 < 0 || isNaN(data45)) {
                    const err93 = {
                      instancePath: instancePath + '/cut/reserve',
                      schemaPath: '#/properties/cut/anyOf/3/properties/reserve/minimum',
                      keyword: 'minimum',
                      params: { comparison: '>=', limit: 0 },
                      message: 'must be >= 0',
                    };
                    if (vErrors === null) {
                      vErrors = [err93];
                    } else {
                      vErrors.push(err93);
                    }
                    errors++;
                  }
                }
              }
              if (data33.least !== undefined) {
                let data46 = data33.least;
                if (
                  !(
                    typeof data46 == 'number' &&
                    !(data46 % 1) &&
                    !isNaN(data46) &&
                    isFinite(data46)
                  )
                ) {
                  const err94 = {
                    instancePath: instancePath + '/cut/least',
                    schemaPath: '#/properties/cut/anyOf/3/properties/least/type',
                    keyword: 'type',
                    params: { type: 'integer' },
                    message: 'must be integer',
                  };
                  if (vErrors === null) {
                    vErrors = [err94];
                  } else {
                    vErrors.push(err94);
                  }
                  errors++;
                }
                if (typeof data46 == 'number' && isFinite(data46)) {
                  if (data46 < 0 || isNaN(data46)) {
                    const err95 = {
                      instancePath: instancePath + '/cut/least',
                      schemaPath: '#/properties/cut/anyOf/3/properties/least/minimum',
                      keyword: 'minimum',
                      params: { comparison: '>=', limit: 0 },
                      message: 'must be >= 0',
                    };
                    if (vErrors === null) {
                      vErrors = [err95];
                    } else {
                      vErrors.push(err95);
                    }
                    errors++;
                  }
                }
              }
              if (data33.marker !== undefined) {
                let data47 = data33.marker;
                if (typeof data47 === 'string') {
                  if (!pattern1.test(data47)) {
                    const err96 = {
                      instancePath: instancePath + '/cut/marker',
                      schemaPath: '#/properties/cut/anyOf/3/properties/marker/pattern',
                      keyword: 'pattern',
                      params: { pattern: '.' },
                      message: 'must match pattern "' + '.' + '"',
                    };
                    if (vErrors === null) {
                      vErrors = [err96];
                    } else {
                      vErrors.push(err96);
                    }
                    errors++;
                  }
                } else {
                  const err97 = {
                    instancePath: instancePath + '/cut/marker',
                    schemaPath: '#/properties/cut/anyOf/3/properties/marker/type',
                    keyword: 'type',
                    params: { type: 'string' },
                    message: 'must be string',
                  };
                  if (vErrors === null) {
                    vErrors = [err97];
                  } else {
                    vErrors.push(err97);
                  }
                  errors++;
                }
              }
            }
            var _valid0 = _errs89 === errors;
            valid25 = valid25 || _valid0;
          }
        }
      }
      if (!valid25) {
        const err98 = {
          instancePath: instancePath + '/cut',
          schemaPath: '#/properties/cut/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err98];
        } else {
          vErrors.push(err98);
        }
        errors++;
      } else {
        errors = _errs71;
        if (vErrors !== null) {
          if (_errs71) {
            vErrors.length = _errs71;
          } else {
            vErrors = null;
          }
        }
      }
      if (data33 && typeof data33 == 'object' && !Array.isArray(data33)) {
        if (data33.by === undefined) {
          const err99 = {
            instancePath: instancePath + '/cut',
            schemaPath: '#/properties/cut/required',
            keyword: 'required',
            params: { missingProperty: 'by' },
            message: "must have required property '" + 'by' + "'",
          };
          if (vErrors === null) {
            vErrors = [err99];
          } else {
            vErrors.push(err99);
          }
          errors++;
        }
        if (data33.by !== undefined) {
          let data48 = data33.by;
          if (
            !(
              data48 === 'sections' ||
              data48 === 'order' ||
              data48 === 'head and tail' ||
              data48 === 'tiers'
            )
          ) {
            const err100 = {
              instancePath: instancePath + '/cut/by',
              schemaPath: '#/properties/cut/properties/by/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.cut.properties.by.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err100];
            } else {
              vErrors.push(err100);
            }
            errors++;
          }
        }
      } else {
        const err101 = {
          instancePath: instancePath + '/cut',
          schemaPath: '#/properties/cut/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err101];
        } else {
          vErrors.push(err101);
        }
        errors++;
      }
    }
    if (data.bootstrap !== undefined) {
      let data49 = data.bootstrap;
      if (
        !(data49 === 'kernel' || data49 === 'agent' || data49 === 'permanent' || data49 === 'none')
      ) {
        const err102 = {
          instancePath: instancePath + '/bootstrap',
          schemaPath: '#/properties/bootstrap/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.bootstrap.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err102];
        } else {
          vErrors.push(err102);
        }
        errors++;
      }
    }
    if (data.firstRunBy !== undefined) {
      let data50 = data.firstRunBy;
      const _errs108 = errors;
      let valid32 = false;
      const _errs109 = errors;
      if (data50 && typeof data50 == 'object' && !Array.isArray(data50)) {
        if (data50.file === undefined) {
          const err103 = {
            instancePath: instancePath + '/firstRunBy',
            schemaPath: '#/properties/firstRunBy/anyOf/0/required',
            keyword: 'required',
            params: { missingProperty: 'file' },
            message: "must have required property '" + 'file' + "'",
          };
          if (vErrors === null) {
            vErrors = [err103];
          } else {
            vErrors.push(err103);
          }
          errors++;
        }
        for (const key9 in data50) {
          if (!(key9 === 'file')) {
            const err104 = {
              instancePath: instancePath + '/firstRunBy',
              schemaPath: '#/properties/firstRunBy/anyOf/0/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key9 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err104];
            } else {
              vErrors.push(err104);
            }
            errors++;
          }
        }
        if (data50.file !== undefined) {
          let data51 = data50.file;
          if (typeof data51 === 'string') {
            if (!pattern2.test(data51)) {
              const err105 = {
                instancePath: instancePath + '/firstRunBy/file',
                schemaPath: '#/definitions/name/pattern',
                keyword: 'pattern',
                params: { pattern: '^.{1,4096}$' },
                message: 'must match pattern "' + '^.{1,4096}$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err105];
              } else {
                vErrors.push(err105);
              }
              errors++;
            }
          } else {
            const err106 = {
              instancePath: instancePath + '/firstRunBy/file',
              schemaPath: '#/definitions/name/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err106];
            } else {
              vErrors.push(err106);
            }
            errors++;
          }
        }
      } else {
        const err107 = {
          instancePath: instancePath + '/firstRunBy',
          schemaPath: '#/properties/firstRunBy/anyOf/0/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err107];
        } else {
          vErrors.push(err107);
        }
        errors++;
      }
      var _valid1 = _errs109 === errors;
      valid32 = valid32 || _valid1;
      if (!valid32) {
        const _errs115 = errors;
        if (data50 && typeof data50 == 'object' && !Array.isArray(data50)) {
          if (data50.personas === undefined) {
            const err108 = {
              instancePath: instancePath + '/firstRunBy',
              schemaPath: '#/properties/firstRunBy/anyOf/1/required',
              keyword: 'required',
              params: { missingProperty: 'personas' },
              message: "must have required property '" + 'personas' + "'",
            };
            if (vErrors === null) {
              vErrors = [err108];
            } else {
              vErrors.push(err108);
            }
            errors++;
          }
          for (const key10 in data50) {
            if (!(key10 === 'personas')) {
              const err109 = {
                instancePath: instancePath + '/firstRunBy',
                schemaPath: '#/properties/firstRunBy/anyOf/1/additionalProperties',
                keyword: 'additionalProperties',
                params: { additionalProperty: key10 },
                message: 'must NOT have additional properties',
              };
              if (vErrors === null) {
                vErrors = [err109];
              } else {
                vErrors.push(err109);
              }
              errors++;
            }
          }
          if (data50.personas !== undefined) {
            let data52 = data50.personas;
            if (typeof data52 === 'string') {
              if (!pattern2.test(data52)) {
                const err110 = {
                  instancePath: instancePath + '/firstRunBy/personas',
                  schemaPath: '#/definitions/name/pattern',
                  keyword: 'pattern',
                  params: { pattern: '^.{1,4096}$' },
                  message: 'must match pattern "' + '^.{1,4096}$' + '"',
                };
                if (vErrors === null) {
                  vErrors = [err110];
                } else {
                  vErrors.push(err110);
                }
                errors++;
              }
            } else {
              const err111 = {
                instancePath: instancePath + '/firstRunBy/personas',
                schemaPath: '#/definitions/name/type',
                keyword: 'type',
                params: { type: 'string' },
                message: 'must be string',
              };
              if (vErrors === null) {
                vErrors = [err111];
              } else {
                vErrors.push(err111);
              }
              errors++;
            }
          }
        } else {
          const err112 = {
            instancePath: instancePath + '/firstRunBy',
            schemaPath: '#/properties/firstRunBy/anyOf/1/type',
            keyword: 'type',
            params: { type: 'object' },
            message: 'must be object',
          };
          if (vErrors === null) {
            vErrors = [err112];
          } else {
            vErrors.push(err112);
          }
          errors++;
        }
        var _valid1 = _errs115 === errors;
        valid32 = valid32 || _valid1;
      }
      if (!valid32) {
        const err113 = {
          instancePath: instancePath + '/firstRunBy',
          schemaPath: '#/properties/firstRunBy/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err113];
        } else {
          vErrors.push(err113);
        }
        errors++;
      } else {
        errors = _errs108;
        if (vErrors !== null) {
          if (_errs108) {
            vErrors.length = _errs108;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.variables !== undefined) {
      let data53 = data.variables;
      if (data53 && typeof data53 == 'object' && !Array.isArray(data53)) {
        for (const key11 in data53) {
          if (!(key11 === 'agent')) {
            const err114 = {
              instancePath: instancePath + '/variables',
              schemaPath: '#/properties/variables/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key11 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err114];
            } else {
              vErrors.push(err114);
            }
            errors++;
          }
        }
        if (data53.agent !== undefined) {
          let data54 = data53.agent;
          if (data54 && typeof data54 == 'object' && !Array.isArray(data54)) {
            if (data54.folder === undefined) {
              const err115 = {
                instancePath: instancePath + '/variables/agent',
                schemaPath: '#/properties/variables/properties/agent/required',
                keyword: 'required',
                params: { missingProperty: 'folder' },
                message: "must have required property '" + 'folder' + "'",
              };
              if (vErrors === null) {
                vErrors = [err115];
              } else {
                vErrors.push(err115);
              }
              errors++;
            }
            if (data54.holds === undefined) {
              const err116 = {
                instancePath: instancePath + '/variables/agent',
                schemaPath: '#/properties/variables/properties/agent/required',
                keyword: 'required',
                params: { missingProperty: 'holds' },
                message: "must have required property '" + 'holds' + "'",
              };
              if (vErrors === null) {
                vErrors = [err116];
              } else {
                vErrors.push(err116);
              }
              errors++;
            }
            for (const key12 in data54) {
              if (!(key12 === 'folder' || key12 === 'holds')) {
                const err117 = {
                  instancePath: instancePath + '/variables/agent',
                  schemaPath: '#/properties/variables/properties/agent/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key12 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err117];
                } else {
                  vErrors.push(err117);
                }
                errors++;
              }
            }
            if (data54.folder !== undefined) {
              let data55 = data54.folder;
              if (typeof data55 === 'string') {
                if (!pattern2.test(data55)) {
                  const err118 = {
                    instancePath: instancePath + '/variables/agent/folder',
                    schemaPath: '#/definitions/name/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^.{1,4096}$' },
                    message: 'must match pattern "' + '^.{1,4096}$' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err118];
                  } else {
                    vErrors.push(err118);
                  }
                  errors++;
                }
              } else {
                const err119 = {
                  instancePath: instancePath + '/variables/agent/folder',
                  schemaPath: '#/definitions/name/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err119];
                } else {
                  vErrors.push(err119);
                }
                errors++;
              }
            }
            if (data54.holds !== undefined) {
              let data56 = data54.holds;
              if (typeof data56 === 'string') {
                if (!pattern2.test(data56)) {
                  const err120 = {
                    instancePath: instancePath + '/variables/agent/holds',
                    schemaPath: '#/definitions/name/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^.{1,4096}$' },
                    message: 'must match pattern "' + '^.{1,4096}$' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err120];
                  } else {
                    vErrors.push(err120);
                  }
                  errors++;
                }
              } else {
                const err121 = {
                  instancePath: instancePath + '/variables/agent/holds',
                  schemaPath: '#/definitions/name/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err121];
                } else {
                  vErrors.push(err121);
                }
                errors++;
              }
            }
          } else {
            const err122 = {
              instancePath: instancePath + '/variables/agent',
              schemaPath: '#/properties/variables/properties/agent/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err122];
            } else {
              vErrors.push(err122);
            }
            errors++;
          }
        }
      } else {
        const err123 = {
          instancePath: instancePath + '/variables',
          schemaPath: '#/properties/variables/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err123];
        } else {
          vErrors.push(err123);
        }
        errors++;
      }
    }
    if (data.utcDays !== undefined) {
      if (typeof data.utcDays !== 'boolean') {
        const err124 = {
          instancePath: instancePath + '/utcDays',
          schemaPath: '#/properties/utcDays/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err124];
        } else {
          vErrors.push(err124);
        }
        errors++;
      }
    }
    if (data.separateDynamic !== undefined) {
      if (typeof data.separateDynamic !== 'boolean') {
        const err125 = {
          instancePath: instancePath + '/separateDynamic',
          schemaPath: '#/properties/separateDynamic/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err125];
        } else {
          vErrors.push(err125);
        }
        errors++;
      }
    }
  } else {
    const err126 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err126];
    } else {
      vErrors.push(err126);
    }
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
