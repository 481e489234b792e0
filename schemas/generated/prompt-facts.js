/* oxlint-disable */
// Written by scripts/validators.ts.
'use strict';
export const fitsPromptFacts = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://raw.githubusercontent.com/soverane/yamo/main/schemas/prompt-facts.schema.json',
  title: 'facts for a prompt',
  description:
    'What `yamo prompt --facts FILE` takes. Every field may be left out; what it would say is left out of the prompt then.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    systemPrompt: { description: 'What the prompt begins with (GSV).', type: 'string' },
    tools: {
      description: 'The tools of the agent.',
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: {
          name: { type: 'string' },
          description: { type: 'string' },
          node: {
            description: 'The machine that has it; absent: the system itself.',
            type: 'string',
          },
        },
      },
    },
    runtime: {
      description: 'Of the session, one line each.',
      type: 'object',
      additionalProperties: false,
      properties: {
        agent: { type: 'string' },
        sessionKey: { type: 'string' },
        model: { type: 'string' },
        timezone: { type: 'string' },
        channel: { type: 'string' },
        nodes: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['name', 'online'],
            properties: {
              name: { type: 'string' },
              online: { type: 'boolean' },
              platform: { type: 'string' },
              tools: { type: 'array', items: { type: 'string' } },
            },
          },
        },
        lines: {
          description: 'Further lines, as they are.',
          type: 'array',
          items: { type: 'string' },
        },
      },
    },
    skillsSection: {
      description: 'Definitions of skills, as they are shown (Aletheia).',
      type: 'string',
    },
    skills: {
      description:
        "Skills that every agent of the system has; one of the workspace's own of the same name stands before it (GSV).",
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: { name: { type: 'string' }, description: { type: 'string' } },
      },
    },
    degradedServices: {
      description: 'Services that are down (Aletheia).',
      type: 'array',
      items: { type: 'string' },
    },
    heartbeatPrompt: { description: 'The configured prompt of heartbeats (GSV).', type: 'string' },
    signal: {
      description: 'The signal of the message (OSA).',
      type: 'object',
      additionalProperties: false,
      required: ['mode', 'genre', 'weight'],
      properties: {
        mode: { type: 'string' },
        genre: { type: 'string' },
        weight: { type: 'number', minimum: 0, maximum: 1 },
      },
    },
    environment: { description: 'Folder, date, system, model (OSA).', type: 'string' },
    planMode: { description: 'What plan mode says; only while it is on (OSA).', type: 'string' },
    tasks: { description: 'Tasks that are open (OSA).', type: 'string' },
    workflow: { description: 'The workflow that is under way (OSA).', type: 'string' },
    communication: { description: 'How the human communicates (OSA).', type: 'string' },
    cortex: { description: 'The bulletin of memory (OSA).', type: 'string' },
    osTemplates: { description: 'What its templates of systems add (OSA).', type: 'string' },
    machines: { description: 'What its machines add (OSA).', type: 'string' },
    agent: {
      description: 'Whose files are read where a layout has several agents (Nexus, OSA).',
      type: 'string',
      pattern: '^[^./\\\\][^/\\\\]*$',
    },
    automation: {
      description: 'The automation whose prompt it is (Nexus).',
      type: 'string',
      pattern: '^[^./\\\\][^/\\\\]*$',
    },
    query: {
      description:
        'What the human said: sections of MEMORY.md without its words are left out (OSA).',
      type: 'string',
    },
    extraFiles: {
      description: 'Other files of the workspace, shown last (Aletheia).',
      type: 'array',
      items: { type: 'string' },
    },
    contextTokens: { description: 'The window of the model.', type: 'integer', minimum: 1 },
    toolTokens: { description: 'What the definitions of tools take.', type: 'integer', minimum: 0 },
    outputTokens: { description: 'What an answer may take.', type: 'integer', minimum: 0 },
    conversationTokens: {
      description: 'What the conversation takes so far.',
      type: 'integer',
      minimum: 0,
    },
  },
};
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp('^[^./\\\\][^/\\\\]*$', 'u');
function validate10(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  /*# sourceURL="https://raw.githubusercontent.com/soverane/yamo/main/schemas/prompt-facts.schema.json" */ let vErrors =
    null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!func2.call(schema11.properties, key0)) {
        const err0 = {
          instancePath,
          schemaPath: '#/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
          message: 'must NOT have additional properties',
        };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== 'string') {
        const err1 = {
          instancePath: instancePath + '/$schema',
          schemaPath: '#/properties/%24schema/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.systemPrompt !== undefined) {
      if (typeof data.systemPrompt !== 'string') {
        const err2 = {
          instancePath: instancePath + '/systemPrompt',
          schemaPath: '#/properties/systemPrompt/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.tools !== undefined) {
      let data2 = data.tools;
      if (Array.isArray(data2)) {
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data3 = data2[i0];
          if (data3 && typeof data3 == 'object' && !Array.isArray(data3)) {
            if (data3.name === undefined) {
              const err3 = {
                instancePath: instancePath + '/tools/' + i0,
                schemaPath: '#/properties/tools/items/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            for (const key1 in data3) {
              if (!(key1 === 'name' || key1 === 'description' || key1 === 'node')) {
                const err4 = {
                  instancePath: instancePath + '/tools/' + i0,
                  schemaPath: '#/properties/tools/items/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key1 },
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
            if (data3.name !== undefined) {
              if (typeof data3.name !== 'string') {
                const err5 = {
                  instancePath: instancePath + '/tools/' + i0 + '/name',
                  schemaPath: '#/properties/tools/items/properties/name/type',
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
            if (data3.description !== undefined) {
              if (typeof data3.description !== 'string') {
                const err6 = {
                  instancePath: instancePath + '/tools/' + i0 + '/description',
                  schemaPath: '#/properties/tools/items/properties/description/type',
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
            if (data3.node !== undefined) {
              if (typeof data3.node !== 'string') {
                const err7 = {
                  instancePath: instancePath + '/tools/' + i0 + '/node',
                  schemaPath: '#/properties/tools/items/properties/node/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            }
          } else {
            const err8 = {
              instancePath: instancePath + '/tools/' + i0,
              schemaPath: '#/properties/tools/items/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
      } else {
        const err9 = {
          instancePath: instancePath + '/tools',
          schemaPath: '#/properties/tools/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.runtime !== undefined) {
      let data7 = data.runtime;
      if (data7 && typeof data7 == 'object' && !Array.isArray(data7)) {
        for (const key2 in data7) {
          if (
            !(
              key2 === 'agent' ||
              key2 === 'sessionKey' ||
              key2 === 'model' ||
              key2 === 'timezone' ||
              key2 === 'channel' ||
              key2 === 'nodes' ||
              key2 === 'lines'
            )
          ) {
            const err10 = {
              instancePath: instancePath + '/runtime',
              schemaPath: '#/properties/runtime/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key2 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data7.agent !== undefined) {
          if (typeof data7.agent !== 'string') {
            const err11 = {
              instancePath: instancePath + '/runtime/agent',
              schemaPath: '#/properties/runtime/properties/agent/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data7.sessionKey !== undefined) {
          if (typeof data7.sessionKey !== 'string') {
            const err12 = {
              instancePath: instancePath + '/runtime/sessionKey',
              schemaPath: '#/properties/runtime/properties/sessionKey/type',
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
        if (data7.model !== undefined) {
          if (typeof data7.model !== 'string') {
            const err13 = {
              instancePath: instancePath + '/runtime/model',
              schemaPath: '#/properties/runtime/properties/model/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
        if (data7.timezone !== undefined) {
          if (typeof data7.timezone !== 'string') {
            const err14 = {
              instancePath: instancePath + '/runtime/timezone',
              schemaPath: '#/properties/runtime/properties/timezone/type',
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
        if (data7.channel !== undefined) {
          if (typeof data7.channel !== 'string') {
            const err15 = {
              instancePath: instancePath + '/runtime/channel',
              schemaPath: '#/properties/runtime/properties/channel/type',
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
        if (data7.nodes !== undefined) {
          let data13 = data7.nodes;
          if (Array.isArray(data13)) {
            const len1 = data13.length;
            for (let i1 = 0; i1 < len1; i1++) {
              let data14 = data13[i1];
              if (data14 && typeof data14 == 'object' && !Array.isArray(data14)) {
                if (data14.name === undefined) {
                  const err16 = {
                    instancePath: instancePath + '/runtime/nodes/' + i1,
                    schemaPath: '#/properties/runtime/properties/nodes/items/required',
                    keyword: 'required',
                    params: { missingProperty: 'name' },
                    message: "must have required property '" + 'name' + "'",
                  };
                  if (vErrors === null) {
                    vErrors = [err16];
                  } else {
                    vErrors.push(err16);
                  }
                  errors++;
                }
                if (data14.online === undefined) {
                  const err17 = {
                    instancePath: instancePath + '/runtime/nodes/' + i1,
                    schemaPath: '#/properties/runtime/properties/nodes/items/required',
                    keyword: 'required',
                    params: { missingProperty: 'online' },
                    message: "must have required property '" + 'online' + "'",
                  };
                  if (vErrors === null) {
                    vErrors = [err17];
                  } else {
                    vErrors.push(err17);
                  }
                  errors++;
                }
                for (const key3 in data14) {
                  if (
                    !(
                      key3 === 'name' ||
                      key3 === 'online' ||
                      key3 === 'platform' ||
                      key3 === 'tools'
                    )
                  ) {
                    const err18 = {
                      instancePath: instancePath + '/runtime/nodes/' + i1,
                      schemaPath:
                        '#/properties/runtime/properties/nodes/items/additionalProperties',
                      keyword: 'additionalProperties',
                      params: { additionalProperty: key3 },
                      message: 'must NOT have additional properties',
                    };
                    if (vErrors === null) {
                      vErrors = [err18];
                    } else {
                      vErrors.push(err18);
                    }
                    errors++;
                  }
                }
                if (data14.name !== undefined) {
                  if (typeof data14.name !== 'string') {
                    const err19 = {
                      instancePath: instancePath + '/runtime/nodes/' + i1 + '/name',
                      schemaPath:
                        '#/properties/runtime/properties/nodes/items/properties/name/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err19];
                    } else {
                      vErrors.push(err19);
                    }
                    errors++;
                  }
                }
                if (data14.online !== undefined) {
                  if (typeof data14.online !== 'boolean') {
                    const err20 = {
                      instancePath: instancePath + '/runtime/nodes/' + i1 + '/online',
                      schemaPath:
                        '#/properties/runtime/properties/nodes/items/properties/online/type',
                      keyword: 'type',
                      params: { type: 'boolean' },
                      message: 'must be boolean',
                    };
                    if (vErrors === null) {
                      vErrors = [err20];
                    } else {
                      vErrors.push(err20);
                    }
                    errors++;
                  }
                }
                if (data14.platform !== undefined) {
                  if (typeof data14.platform !== 'string') {
                    const err21 = {
                      instancePath: instancePath + '/runtime/nodes/' + i1 + '/platform',
                      schemaPath:
                        '#/properties/runtime/properties/nodes/items/properties/platform/type',
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
                if (data14.tools !== undefined) {
                  let data18 = data14.tools;
                  if (Array.isArray(data18)) {
                    const len2 = data18.length;
                    for (let i2 = 0; i2 < len2; i2++) {
                      if (typeof data18[i2] !== 'string') {
                        const err22 = {
                          instancePath: instancePath + '/runtime/nodes/' + i1 + '/tools/' + i2,
                          schemaPath:
                            '#/properties/runtime/properties/nodes/items/properties/tools/items/type',
                          keyword: 'type',
                          params: { type: 'string' },
                          message: 'must be string',
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
                      instancePath: instancePath + '/runtime/nodes/' + i1 + '/tools',
                      schemaPath:
                        '#/properties/runtime/properties/nodes/items/properties/tools/type',
                      keyword: 'type',
                      params: { type: 'array' },
                      message: 'must be array',
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
                  instancePath: instancePath + '/runtime/nodes/' + i1,
                  schemaPath: '#/properties/runtime/properties/nodes/items/type',
                  keyword: 'type',
                  params: { type: 'object' },
                  message: 'must be object',
                };
                if (vErrors === null) {
                  vErrors = [err24];
                } else {
                  vErrors.push(err24);
                }
                errors++;
              }
            }
          } else {
            const err25 = {
              instancePath: instancePath + '/runtime/nodes',
              schemaPath: '#/properties/runtime/properties/nodes/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
        if (data7.lines !== undefined) {
          let data20 = data7.lines;
          if (Array.isArray(data20)) {
            const len3 = data20.length;
            for (let i3 = 0; i3 < len3; i3++) {
              if (typeof data20[i3] !== 'string') {
                const err26 = {
                  instancePath: instancePath + '/runtime/lines/' + i3,
                  schemaPath: '#/properties/runtime/properties/lines/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err26];
                } else {
                  vErrors.push(err26);
                }
                errors++;
              }
            }
          } else {
            const err27 = {
              instancePath: instancePath + '/runtime/lines',
              schemaPath: '#/properties/runtime/properties/lines/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err27];
            } else {
              vErrors.push(err27);
            }
            errors++;
          }
        }
      } else {
        const err28 = {
          instancePath: instancePath + '/runtime',
          schemaPath: '#/properties/runtime/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
    if (data.skillsSection !== undefined) {
      if (typeof data.skillsSection !== 'string') {
        const err29 = {
          instancePath: instancePath + '/skillsSection',
          schemaPath: '#/properties/skillsSection/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
    }
    if (data.skills !== undefined) {
      let data23 = data.skills;
      if (Array.isArray(data23)) {
        const len4 = data23.length;
        for (let i4 = 0; i4 < len4; i4++) {
          let data24 = data23[i4];
          if (data24 && typeof data24 == 'object' && !Array.isArray(data24)) {
            if (data24.name === undefined) {
              const err30 = {
                instancePath: instancePath + '/skills/' + i4,
                schemaPath: '#/properties/skills/items/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err30];
              } else {
                vErrors.push(err30);
              }
              errors++;
            }
            for (const key4 in data24) {
              if (!(key4 === 'name' || key4 === 'description')) {
                const err31 = {
                  instancePath: instancePath + '/skills/' + i4,
                  schemaPath: '#/properties/skills/items/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key4 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err31];
                } else {
                  vErrors.push(err31);
                }
                errors++;
              }
            }
            if (data24.name !== undefined) {
              if (typeof data24.name !== 'string') {
                const err32 = {
                  instancePath: instancePath + '/skills/' + i4 + '/name',
                  schemaPath: '#/properties/skills/items/properties/name/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err32];
                } else {
                  vErrors.push(err32);
                }
                errors++;
              }
            }
            if (data24.description !== undefined) {
              if (typeof data24.description !== 'string') {
                const err33 = {
                  instancePath: instancePath + '/skills/' + i4 + '/description',
                  schemaPath: '#/properties/skills/items/properties/description/type',
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
              instancePath: instancePath + '/skills/' + i4,
              schemaPath: '#/properties/skills/items/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err34];
            } else {
              vErrors.push(err34);
            }
            errors++;
          }
        }
      } else {
        const err35 = {
          instancePath: instancePath + '/skills',
          schemaPath: '#/properties/skills/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err35];
        } else {
          vErrors.push(err35);
        }
        errors++;
      }
    }
    if (data.degradedServices !== undefined) {
      let data27 = data.degradedServices;
      if (Array.isArray(data27)) {
        const len5 = data27.length;
        for (let i5 = 0; i5 < len5; i5++) {
          if (typeof data27[i5] !== 'string') {
            const err36 = {
              instancePath: instancePath + '/degradedServices/' + i5,
              schemaPath: '#/properties/degradedServices/items/type',
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
          instancePath: instancePath + '/degradedServices',
          schemaPath: '#/properties/degradedServices/type',
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
    if (data.heartbeatPrompt !== undefined) {
      if (typeof data.heartbeatPrompt !== 'string') {
        const err38 = {
          instancePath: instancePath + '/heartbeatPrompt',
          schemaPath: '#/properties/heartbeatPrompt/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err38];
        } else {
          vErrors.push(err38);
        }
        errors++;
      }
    }
    if (data.signal !== undefined) {
      let data30 = data.signal;
      if (data30 && typeof data30 == 'object' && !Array.isArray(data30)) {
        if (data30.mode === undefined) {
          const err39 = {
            instancePath: instancePath + '/signal',
            schemaPath: '#/properties/signal/required',
            keyword: 'required',
            params: { missingProperty: 'mode' },
            message: "must have required property '" + 'mode' + "'",
          };
          if (vErrors === null) {
            vErrors = [err39];
          } else {
            vErrors.push(err39);
          }
          errors++;
        }
        if (data30.genre === undefined) {
          const err40 = {
            instancePath: instancePath + '/signal',
            schemaPath: '#/properties/signal/required',
            keyword: 'required',
            params: { missingProperty: 'genre' },
            message: "must have required property '" + 'genre' + "'",
          };
          if (vErrors === null) {
            vErrors = [err40];
          } else {
            vErrors.push(err40);
          }
          errors++;
        }
        if (data30.weight === undefined) {
          const err41 = {
            instancePath: instancePath + '/signal',
            schemaPath: '#/properties/signal/required',
            keyword: 'required',
            params: { missingProperty: 'weight' },
            message: "must have required property '" + 'weight' + "'",
          };
          if (vErrors === null) {
            vErrors = [err41];
          } else {
            vErrors.push(err41);
          }
          errors++;
        }
        for (const key5 in data30) {
          if (!(key5 === 'mode' || key5 === 'genre' || key5 === 'weight')) {
            const err42 = {
              instancePath: instancePath + '/signal',
              schemaPath: '#/properties/signal/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key5 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err42];
            } else {
              vErrors.push(err42);
            }
            errors++;
          }
        }
        if (data30.mode !== undefined) {
          if (typeof data30.mode !== 'string') {
            const err43 = {
              instancePath: instancePath + '/signal/mode',
              schemaPath: '#/properties/signal/properties/mode/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err43];
            } else {
              vErrors.push(err43);
            }
            errors++;
          }
        }
        if (data30.genre !== undefined) {
          if (typeof data30.genre !== 'string') {
            const err44 = {
              instancePath: instancePath + '/signal/genre',
              schemaPath: '#/properties/signal/properties/genre/type',
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
        if (data30.weight !== undefined) {
          let data33 = data30.weight;
          if (typeof data33 == 'number' && isFinite(data33)) {
            if (data33 > 1 || isNaN(data33)) {
              const err45 = {
                instancePath: instancePath + '/signal/weight',
                schemaPath: '#/properties/signal/properties/weight/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 1 },
                message: 'must be <= 1',
              };
              if (vErrors === null) {
                vErrors = [err45];
              } else {
                vErrors.push(err45);
              }
              errors++;
            }
            if (data33 < 0 || isNaN(data33)) {
              const err46 = {
                instancePath: instancePath + '/signal/weight',
                schemaPath: '#/properties/signal/properties/weight/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
              };
              if (vErrors === null) {
                vErrors = [err46];
              } else {
                vErrors.push(err46);
              }
              errors++;
            }
          } else {
            const err47 = {
              instancePath: instancePath + '/signal/weight',
              schemaPath: '#/properties/signal/properties/weight/type',
              keyword: 'type',
              params: { type: 'number' },
              message: 'must be number',
            };
            if (vErrors === null) {
              vErrors = [err47];
            } else {
              vErrors.push(err47);
            }
            errors++;
          }
        }
      } else {
        const err48 = {
          instancePath: instancePath + '/signal',
          schemaPath: '#/properties/signal/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err48];
        } else {
          vErrors.push(err48);
        }
        errors++;
      }
    }
    if (data.environment !== undefined) {
      if (typeof data.environment !== 'string') {
        const err49 = {
          instancePath: instancePath + '/environment',
          schemaPath: '#/properties/environment/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err49];
        } else {
          vErrors.push(err49);
        }
        errors++;
      }
    }
    if (data.planMode !== undefined) {
      if (typeof data.planMode !== 'string') {
        const err50 = {
          instancePath: instancePath + '/planMode',
          schemaPath: '#/properties/planMode/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err50];
        } else {
          vErrors.push(err50);
        }
        errors++;
      }
    }
    if (data.tasks !== undefined) {
      if (typeof data.tasks !== 'string') {
        const err51 = {
          instancePath: instancePath + '/tasks',
          schemaPath: '#/properties/tasks/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err51];
        } else {
          vErrors.push(err51);
        }
        errors++;
      }
    }
    if (data.workflow !== undefined) {
      if (typeof data.workflow !== 'string') {
        const err52 = {
          instancePath: instancePath + '/workflow',
          schemaPath: '#/properties/workflow/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err52];
        } else {
          vErrors.push(err52);
        }
        errors++;
      }
    }
    if (data.communication !== undefined) {
      if (typeof data.communication !== 'string') {
        const err53 = {
          instancePath: instancePath + '/communication',
          schemaPath: '#/properties/communication/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err53];
        } else {
          vErrors.push(err53);
        }
        errors++;
      }
    }
    if (data.cortex !== undefined) {
      if (typeof data.cortex !== 'string') {
        const err54 = {
          instancePath: instancePath + '/cortex',
          schemaPath: '#/properties/cortex/type',
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
    if (data.osTemplates !== undefined) {
      if (typeof data.osTemplates !== 'string') {
        const err55 = {
          instancePath: instancePath + '/osTemplates',
          schemaPath: '#/properties/osTemplates/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err55];
        } else {
          vErrors.push(err55);
        }
        errors++;
      }
    }
    if (data.machines !== undefined) {
      if (typeof data.machines !== 'string') {
        const err56 = {
          instancePath: instancePath + '/machines',
          schemaPath: '#/properties/machines/type',
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
    if (data.agent !== undefined) {
      let data42 = data.agent;
      if (typeof data42 === 'string') {
        if (!pattern0.test(data42)) {
          const err57 = {
            instancePath: instancePath + '/agent',
            schemaPath: '#/properties/agent/pattern',
            keyword: 'pattern',
            params: { pattern: '^[^./\\\\][^/\\\\]*$' },
            message: 'must match pattern "' + '^[^./\\\\][^/\\\\]*$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err57];
          } else {
            vErrors.push(err57);
          }
          errors++;
        }
      } else {
        const err58 = {
          instancePath: instancePath + '/agent',
          schemaPath: '#/properties/agent/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err58];
        } else {
          vErrors.push(err58);
        }
        errors++;
      }
    }
    if (data.automation !== undefined) {
      let data43 = data.automation;
      if (typeof data43 === 'string') {
        if (!pattern0.test(data43)) {
          const err59 = {
            instancePath: instancePath + '/automation',
            schemaPath: '#/properties/automation/pattern',
            keyword: 'pattern',
            params: { pattern: '^[^./\\\\][^/\\\\]*$' },
            message: 'must match pattern "' + '^[^./\\\\][^/\\\\]*$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err59];
          } else {
            vErrors.push(err59);
          }
          errors++;
        }
      } else {
        const err60 = {
          instancePath: instancePath + '/automation',
          schemaPath: '#/properties/automation/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err60];
        } else {
          vErrors.push(err60);
        }
        errors++;
      }
    }
    if (data.query !== undefined) {
      if (typeof data.query !== 'string') {
        const err61 = {
          instancePath: instancePath + '/query',
          schemaPath: '#/properties/query/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err61];
        } else {
          vErrors.push(err61);
        }
        errors++;
      }
    }
    if (data.extraFiles !== undefined) {
      let data45 = data.extraFiles;
      if (Array.isArray(data45)) {
        const len6 = data45.length;
        for (let i6 = 0; i6 < len6; i6++) {
          if (typeof data45[i6] !== 'string') {
            const err62 = {
              instancePath: instancePath + '/extraFiles/' + i6,
              schemaPath: '#/properties/extraFiles/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err62];
            } else {
              vErrors.push(err62);
            }
            errors++;
          }
        }
      } else {
        const err63 = {
          instancePath: instancePath + '/extraFiles',
          schemaPath: '#/properties/extraFiles/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err63];
        } else {
          vErrors.push(err63);
        }
        errors++;
      }
    }
    if (data.contextTokens !== undefined) {
      let data47 = data.contextTokens;
      if (!(typeof data47 == 'number' && !(data47 % 1) && !isNaN(data47) && isFinite(data47))) {
        const err64 = {
          instancePath: instancePath + '/contextTokens',
          schemaPath: '#/properties/contextTokens/type',
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
      if (typeof data47 == 'number' && isFinite(data47)) {
        if (data47 < 1 || isNaN(data47)) {
          const err65 = {
            instancePath: instancePath + '/contextTokens',
            schemaPath: '#/properties/contextTokens/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
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
    if (data.toolTokens !== undefined) {
      let data48 = data.toolTokens;
      if (!(typeof data48 == 'number' && !(data48 % 1) && !isNaN(data48) && isFinite(data48))) {
        const err66 = {
          instancePath: instancePath + '/toolTokens',
          schemaPath: '#/properties/toolTokens/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err66];
        } else {
          vErrors.push(err66);
        }
        errors++;
      }
      if (typeof data48 == 'number' && isFinite(data48)) {
        if (data48 < 0 || isNaN(data48)) {
          const err67 = {
            instancePath: instancePath + '/toolTokens',
            schemaPath: '#/properties/toolTokens/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
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
    if (data.outputTokens !== undefined) {
      let data49 = data.outputTokens;
      if (!(typeof data49 == 'number' && !(data49 % 1) && !isNaN(data49) && isFinite(data49))) {
        const err68 = {
          instancePath: instancePath + '/outputTokens',
          schemaPath: '#/properties/outputTokens/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err68];
        } else {
          vErrors.push(err68);
        }
        errors++;
      }
      if (typeof data49 == 'number' && isFinite(data49)) {
        if (data49 < 0 || isNaN(data49)) {
          const err69 = {
            instancePath: instancePath + '/outputTokens',
            schemaPath: '#/properties/outputTokens/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err69];
          } else {
            vErrors.push(err69);
          }
          errors++;
        }
      }
    }
    if (data.conversationTokens !== undefined) {
      let data50 = data.conversationTokens;
      if (!(typeof data50 == 'number' && !(data50 % 1) && !isNaN(data50) && isFinite(data50))) {
        const err70 = {
          instancePath: instancePath + '/conversationTokens',
          schemaPath: '#/properties/conversationTokens/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err70];
        } else {
          vErrors.push(err70);
        }
        errors++;
      }
      if (typeof data50 == 'number' && isFinite(data50)) {
        if (data50 < 0 || isNaN(data50)) {
          const err71 = {
            instancePath: instancePath + '/conversationTokens',
            schemaPath: '#/properties/conversationTokens/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err71];
          } else {
            vErrors.push(err71);
          }
          errors++;
        }
      }
    }
  } else {
    const err72 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err72];
    } else {
      vErrors.push(err72);
    }
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
