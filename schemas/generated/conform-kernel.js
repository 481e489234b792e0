/* oxlint-disable */
// Written by scripts/validators.ts.
'use strict';
export const fitsConformKernel = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'a kernel for yamo conform',
  description:
    'How a kernel is started, so that `yamo conform` can hold it against RFC-0009. In each word of a command and in variables {workspace}, {agent}, {message}, {provider}, {case}, {home}, {here} (the folder of this document), {package} (where yamo is) and {node} stand for what the case has.',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'agent', 'boot'],
  definitions: {
    tool: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'input'],
      properties: {
        name: {
          description: 'As the kernel offers it to its model.',
          type: 'string',
          pattern: '.',
        },
        input: {
          description:
            'What it is called with: in its words {file} (in the workspace), {path} (absolute), {text} and {command} stand for what is tried.',
          type: 'object',
        },
      },
    },
    command: { type: 'array', minItems: 1, items: { type: 'string', pattern: '.' } },
  },
  properties: {
    $schema: { type: 'string' },
    name: { description: 'As reports call it.', type: 'string', pattern: '.' },
    version: { description: 'As reports show it.', type: 'string' },
    agent: {
      description:
        'How it takes its agent, {agent}: a command that speaks the Agent Client Protocol, or one that gets its prompt on standard input; or which API of models it calls at {provider}, where it has a loop of its own: the Messages API or Chat Completions.',
      enum: ['acp', 'stdin', 'messages', 'chat'],
    },
    tools: {
      description:
        'Where the kernel calls a provider: the tools by which its model reads, writes and appends to a file, and runs a command; those that it has.',
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: {
        read: { $ref: '#/definitions/tool' },
        write: { $ref: '#/definitions/tool' },
        append: { $ref: '#/definitions/tool' },
        shell: { $ref: '#/definitions/tool' },
      },
    },
    boot: {
      description:
        'The program and its words, for each kind of session that it has. It ends when its agent has answered once.',
      type: 'object',
      additionalProperties: false,
      required: ['main'],
      properties: {
        main: { $ref: '#/definitions/command' },
        shared: { $ref: '#/definitions/command' },
      },
    },
    environment: {
      description: 'Variables besides PATH, HOME, XDG_… and TMPDIR.',
      type: 'object',
      additionalProperties: { type: 'string' },
    },
    append: {
      description:
        'A request of its own by which an agent that speaks ACP appends to a log, with sessionId, path and text; if nothing is said, it writes the whole file, longer.',
      type: 'string',
      pattern: '^_',
    },
    seconds: {
      description: 'How long a boot may take; 20 if nothing is said.',
      type: 'integer',
      minimum: 1,
      maximum: 600,
    },
    notClaimed: {
      description:
        'What this system never claimed to do: ids of requirements or cases, each with the reason. They are not applicable.',
      type: 'object',
      propertyNames: { pattern: '^(?:[YK]\\d+|[A-Z]-\\d+)$' },
      additionalProperties: { type: 'string', pattern: '.' },
    },
  },
};
const schema12 = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'input'],
  properties: {
    name: { description: 'As the kernel offers it to its model.', type: 'string', pattern: '.' },
    input: {
      description:
        'What it is called with: in its words {file} (in the workspace), {path} (absolute), {text} and {command} stand for what is tried.',
      type: 'object',
    },
  },
};
const schema16 = { type: 'array', minItems: 1, items: { type: 'string', pattern: '.' } };
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp('.', 'u');
const pattern7 = new RegExp('^_', 'u');
const pattern8 = new RegExp('^(?:[YK]\\d+|[A-Z]-\\d+)$', 'u');
function validate10(
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
    if (data.agent === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'agent' },
        message: "must have required property '" + 'agent' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.boot === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'boot' },
        message: "must have required property '" + 'boot' + "'",
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!func2.call(schema11.properties, key0)) {
        const err3 = {
          instancePath,
          schemaPath: '#/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
          message: 'must NOT have additional properties',
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== 'string') {
        const err4 = {
          instancePath: instancePath + '/$schema',
          schemaPath: '#/properties/%24schema/type',
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
    if (data.name !== undefined) {
      let data1 = data.name;
      if (typeof data1 === 'string') {
        if (!pattern0.test(data1)) {
          const err5 = {
            instancePath: instancePath + '/name',
            schemaPath: '#/properties/name/pattern',
            keyword: 'pattern',
            params: { pattern: '.' },
            message: 'must match pattern "' + '.' + '"',
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
          schemaPath: '#/properties/name/type',
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
    if (data.version !== undefined) {
      if (typeof data.version !== 'string') {
        const err7 = {
          instancePath: instancePath + '/version',
          schemaPath: '#/properties/version/type',
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
    if (data.agent !== undefined) {
      let data3 = data.agent;
      if (!(data3 === 'acp' || data3 === 'stdin' || data3 === 'messages' || data3 === 'chat')) {
        const err8 = {
          instancePath: instancePath + '/agent',
          schemaPath: '#/properties/agent/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.agent.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.tools !== undefined) {
      let data4 = data.tools;
      if (data4 && typeof data4 == 'object' && !Array.isArray(data4)) {
        if (Object.keys(data4).length < 1) {
          const err9 = {
            instancePath: instancePath + '/tools',
            schemaPath: '#/properties/tools/minProperties',
            keyword: 'minProperties',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 properties',
          };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data4) {
          if (!(key1 === 'read' || key1 === 'write' || key1 === 'append' || key1 === 'shell')) {
            const err10 = {
              instancePath: instancePath + '/tools',
              schemaPath: '#/properties/tools/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key1 },
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
        if (data4.read !== undefined) {
          let data5 = data4.read;
          if (data5 && typeof data5 == 'object' && !Array.isArray(data5)) {
            if (data5.name === undefined) {
              const err11 = {
                instancePath: instancePath + '/tools/read',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err11];
              } else {
                vErrors.push(err11);
              }
              errors++;
            }
            if (data5.input === undefined) {
              const err12 = {
                instancePath: instancePath + '/tools/read',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'input' },
                message: "must have required property '" + 'input' + "'",
              };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
            for (const key2 in data5) {
              if (!(key2 === 'name' || key2 === 'input')) {
                const err13 = {
                  instancePath: instancePath + '/tools/read',
                  schemaPath: '#/definitions/tool/additionalProperties',
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
            if (data5.name !== undefined) {
              let data6 = data5.name;
              if (typeof data6 === 'string') {
                if (!pattern0.test(data6)) {
                  const err14 = {
                    instancePath: instancePath + '/tools/read/name',
                    schemaPath: '#/definitions/tool/properties/name/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err14];
                  } else {
                    vErrors.push(err14);
                  }
                  errors++;
                }
              } else {
                const err15 = {
                  instancePath: instancePath + '/tools/read/name',
                  schemaPath: '#/definitions/tool/properties/name/type',
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
            if (data5.input !== undefined) {
              let data7 = data5.input;
              if (!(data7 && typeof data7 == 'object' && !Array.isArray(data7))) {
                const err16 = {
                  instancePath: instancePath + '/tools/read/input',
                  schemaPath: '#/definitions/tool/properties/input/type',
                  keyword: 'type',
                  params: { type: 'object' },
                  message: 'must be object',
                };
                if (vErrors === null) {
                  vErrors = [err16];
                } else {
                  vErrors.push(err16);
                }
                errors++;
              }
            }
          } else {
            const err17 = {
              instancePath: instancePath + '/tools/read',
              schemaPath: '#/definitions/tool/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
        if (data4.write !== undefined) {
          let data8 = data4.write;
          if (data8 && typeof data8 == 'object' && !Array.isArray(data8)) {
            if (data8.name === undefined) {
              const err18 = {
                instancePath: instancePath + '/tools/write',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
            if (data8.input === undefined) {
              const err19 = {
                instancePath: instancePath + '/tools/write',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'input' },
                message: "must have required property '" + 'input' + "'",
              };
              if (vErrors === null) {
                vErrors = [err19];
              } else {
                vErrors.push(err19);
              }
              errors++;
            }
            for (const key3 in data8) {
              if (!(key3 === 'name' || key3 === 'input')) {
                const err20 = {
                  instancePath: instancePath + '/tools/write',
                  schemaPath: '#/definitions/tool/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key3 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err20];
                } else {
                  vErrors.push(err20);
                }
                errors++;
              }
            }
            if (data8.name !== undefined) {
              let data9 = data8.name;
              if (typeof data9 === 'string') {
                if (!pattern0.test(data9)) {
                  const err21 = {
                    instancePath: instancePath + '/tools/write/name',
                    schemaPath: '#/definitions/tool/properties/name/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err21];
                  } else {
                    vErrors.push(err21);
                  }
                  errors++;
                }
              } else {
                const err22 = {
                  instancePath: instancePath + '/tools/write/name',
                  schemaPath: '#/definitions/tool/properties/name/type',
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
            if (data8.input !== undefined) {
              let data10 = data8.input;
              if (!(data10 && typeof data10 == 'object' && !Array.isArray(data10))) {
                const err23 = {
                  instancePath: instancePath + '/tools/write/input',
                  schemaPath: '#/definitions/tool/properties/input/type',
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
              instancePath: instancePath + '/tools/write',
              schemaPath: '#/definitions/tool/type',
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
        if (data4.append !== undefined) {
          let data11 = data4.append;
          if (data11 && typeof data11 == 'object' && !Array.isArray(data11)) {
            if (data11.name === undefined) {
              const err25 = {
                instancePath: instancePath + '/tools/append',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err25];
              } else {
                vErrors.push(err25);
              }
              errors++;
            }
            if (data11.input === undefined) {
              const err26 = {
                instancePath: instancePath + '/tools/append',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'input' },
                message: "must have required property '" + 'input' + "'",
              };
              if (vErrors === null) {
                vErrors = [err26];
              } else {
                vErrors.push(err26);
              }
              errors++;
            }
            for (const key4 in data11) {
              if (!(key4 === 'name' || key4 === 'input')) {
                const err27 = {
                  instancePath: instancePath + '/tools/append',
                  schemaPath: '#/definitions/tool/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key4 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err27];
                } else {
                  vErrors.push(err27);
                }
                errors++;
              }
            }
            if (data11.name !== undefined) {
              let data12 = data11.name;
              if (typeof data12 === 'string') {
                if (!pattern0.test(data12)) {
                  const err28 = {
                    instancePath: instancePath + '/tools/append/name',
                    schemaPath: '#/definitions/tool/properties/name/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err28];
                  } else {
                    vErrors.push(err28);
                  }
                  errors++;
                }
              } else {
                const err29 = {
                  instancePath: instancePath + '/tools/append/name',
                  schemaPath: '#/definitions/tool/properties/name/type',
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
            if (data11.input !== undefined) {
              let data13 = data11.input;
              if (!(data13 && typeof data13 == 'object' && !Array.isArray(data13))) {
                const err30 = {
                  instancePath: instancePath + '/tools/append/input',
                  schemaPath: '#/definitions/tool/properties/input/type',
                  keyword: 'type',
                  params: { type: 'object' },
                  message: 'must be object',
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
              instancePath: instancePath + '/tools/append',
              schemaPath: '#/definitions/tool/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err31];
            } else {
              vErrors.push(err31);
            }
            errors++;
          }
        }
        if (data4.shell !== undefined) {
          let data14 = data4.shell;
          if (data14 && typeof data14 == 'object' && !Array.isArray(data14)) {
            if (data14.name === undefined) {
              const err32 = {
                instancePath: instancePath + '/tools/shell',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err32];
              } else {
                vErrors.push(err32);
              }
              errors++;
            }
            if (data14.input === undefined) {
              const err33 = {
                instancePath: instancePath + '/tools/shell',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'input' },
                message: "must have required property '" + 'input' + "'",
              };
              if (vErrors === null) {
                vErrors = [err33];
              } else {
                vErrors.push(err33);
              }
              errors++;
            }
            for (const key5 in data14) {
              if (!(key5 === 'name' || key5 === 'input')) {
                const err34 = {
                  instancePath: instancePath + '/tools/shell',
                  schemaPath: '#/definitions/tool/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key5 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err34];
                } else {
                  vErrors.push(err34);
                }
                errors++;
              }
            }
            if (data14.name !== undefined) {
              let data15 = data14.name;
              if (typeof data15 === 'string') {
                if (!pattern0.test(data15)) {
                  const err35 = {
                    instancePath: instancePath + '/tools/shell/name',
                    schemaPath: '#/definitions/tool/properties/name/pattern',
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
                  instancePath: instancePath + '/tools/shell/name',
                  schemaPath: '#/definitions/tool/properties/name/type',
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
            if (data14.input !== undefined) {
              let data16 = data14.input;
              if (!(data16 && typeof data16 == 'object' && !Array.isArray(data16))) {
                const err37 = {
                  instancePath: instancePath + '/tools/shell/input',
                  schemaPath: '#/definitions/tool/properties/input/type',
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
            }
          } else {
            const err38 = {
              instancePath: instancePath + '/tools/shell',
              schemaPath: '#/definitions/tool/type',
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
          instancePath: instancePath + '/tools',
          schemaPath: '#/properties/tools/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err39];
        } else {
          vErrors.push(err39);
        }
        errors++;
      }
    }
    if (data.boot !== undefined) {
      let data17 = data.boot;
      if (data17 && typeof data17 == 'object' && !Array.isArray(data17)) {
        if (data17.main === undefined) {
          const err40 = {
            instancePath: instancePath + '/boot',
            schemaPath: '#/properties/boot/required',
            keyword: 'required',
            params: { missingProperty: 'main' },
            message: "must have required property '" + 'main' + "'",
          };
          if (vErrors === null) {
            vErrors = [err40];
          } else {
            vErrors.push(err40);
          }
          errors++;
        }
        for (const key6 in data17) {
          if (!(key6 === 'main' || key6 === 'shared')) {
            const err41 = {
              instancePath: instancePath + '/boot',
              schemaPath: '#/properties/boot/additionalProperties',
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
        if (data17.main !== undefined) {
          let data18 = data17.main;
          if (Array.isArray(data18)) {
            if (data18.length < 1) {
              const err42 = {
                instancePath: instancePath + '/boot/main',
                schemaPath: '#/definitions/command/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err42];
              } else {
                vErrors.push(err42);
              }
              errors++;
            }
            const len0 = data18.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data19 = data18[i0];
              if (typeof data19 === 'string') {
                if (!pattern0.test(data19)) {
                  const err43 = {
                    instancePath: instancePath + '/boot/main/' + i0,
                    schemaPath: '#/definitions/command/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err43];
                  } else {
                    vErrors.push(err43);
                  }
                  errors++;
                }
              } else {
                const err44 = {
                  instancePath: instancePath + '/boot/main/' + i0,
                  schemaPath: '#/definitions/command/items/type',
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
          } else {
            const err45 = {
              instancePath: instancePath + '/boot/main',
              schemaPath: '#/definitions/command/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err45];
            } else {
              vErrors.push(err45);
            }
            errors++;
          }
        }
        if (data17.shared !== undefined) {
          let data20 = data17.shared;
          if (Array.isArray(data20)) {
            if (data20.length < 1) {
              const err46 = {
                instancePath: instancePath + '/boot/shared',
                schemaPath: '#/definitions/command/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err46];
              } else {
                vErrors.push(err46);
              }
              errors++;
            }
            const len1 = data20.length;
            for (let i1 = 0; i1 < len1; i1++) {
              let data21 = data20[i1];
              if (typeof data21 === 'string') {
                if (!pattern0.test(data21)) {
                  const err47 = {
                    instancePath: instancePath + '/boot/shared/' + i1,
                    schemaPath: '#/definitions/command/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err47];
                  } else {
                    vErrors.push(err47);
                  }
                  errors++;
                }
              } else {
                const err48 = {
                  instancePath: instancePath + '/boot/shared/' + i1,
                  schemaPath: '#/definitions/command/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err48];
                } else {
                  vErrors.push(err48);
                }
                errors++;
              }
            }
          } else {
            const err49 = {
              instancePath: instancePath + '/boot/shared',
              schemaPath: '#/definitions/command/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err49];
            } else {
              vErrors.push(err49);
            }
            errors++;
          }
        }
      } else {
        const err50 = {
          instancePath: instancePath + '/boot',
          schemaPath: '#/properties/boot/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err50];
        } else {
          vErrors.push(err50);
        }
        errors++;
      }
    }
    if (data.environment !== undefined) {
      let data22 = data.environment;
      if (data22 && typeof data22 == 'object' && !Array.isArray(data22)) {
        for (const key7 in data22) {
          if (typeof data22[key7] !== 'string') {
            const err51 = {
              instancePath:
                instancePath + '/environment/' + key7.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/environment/additionalProperties/type',
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
      } else {
        const err52 = {
          instancePath: instancePath + '/environment',
          schemaPath: '#/properties/environment/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err52];
        } else {
          vErrors.push(err52);
        }
        errors++;
      }
    }
    if (data.append !== undefined) {
      let data24 = data.append;
      if (typeof data24 === 'string') {
        if (!pattern7.test(data24)) {
          const err53 = {
            instancePath: instancePath + '/append',
            schemaPath: '#/properties/append/pattern',
            keyword: 'pattern',
            params: { pattern: '^_' },
            message: 'must match pattern "' + '^_' + '"',
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
          instancePath: instancePath + '/append',
          schemaPath: '#/properties/append/type',
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
    if (data.seconds !== undefined) {
      let data25 = data.seconds;
      if (!(typeof data25 == 'number' && !(data25 % 1) && !isNaN(data25) && isFinite(data25))) {
        const err55 = {
          instancePath: instancePath + '/seconds',
          schemaPath: '#/properties/seconds/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err55];
        } else {
          vErrors.push(err55);
        }
        errors++;
      }
      if (typeof data25 == 'number' && isFinite(data25)) {
        if (data25 > 600 || isNaN(data25)) {
          const err56 = {
            instancePath: instancePath + '/seconds',
            schemaPath: '#/properties/seconds/maximum',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 600 },
            message: 'must be <= 600',
          };
          if (vErrors === null) {
            vErrors = [err56];
          } else {
            vErrors.push(err56);
          }
          errors++;
        }
        if (data25 < 1 || isNaN(data25)) {
          const err57 = {
            instancePath: instancePath + '/seconds',
            schemaPath: '#/properties/seconds/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
          };
          if (vErrors === null) {
            vErrors = [err57];
          } else {
            vErrors.push(err57);
          }
          errors++;
        }
      }
    }
    if (data.notClaimed !== undefined) {
      let data26 = data.notClaimed;
      if (data26 && typeof data26 == 'object' && !Array.isArray(data26)) {
        for (const key8 in data26) {
          const _errs68 = errors;
          if (typeof key8 === 'string') {
            if (!pattern8.test(key8)) {
              const err58 = {
                instancePath: instancePath + '/notClaimed',
                schemaPath: '#/properties/notClaimed/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^(?:[YK]\\d+|[A-Z]-\\d+)$' },
                message: 'must match pattern "' + '^(?:[YK]\\d+|[A-Z]-\\d+)$' + '"',
                propertyName: key8,
              };
              if (vErrors === null) {
                vErrors = [err58];
              } else {
                vErrors.push(err58);
              }
              errors++;
            }
          }
          var valid18 = _errs68 === errors;
          if (!valid18) {
            const err59 = {
              instancePath: instancePath + '/notClaimed',
              schemaPath: '#/properties/notClaimed/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key8 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err59];
            } else {
              vErrors.push(err59);
            }
            errors++;
          }
        }
        for (const key9 in data26) {
          let data27 = data26[key9];
          if (typeof data27 === 'string') {
            if (!pattern0.test(data27)) {
              const err60 = {
                instancePath:
                  instancePath + '/notClaimed/' + key9.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/properties/notClaimed/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '.' },
                message: 'must match pattern "' + '.' + '"',
              };
              if (vErrors === null) {
                vErrors = [err60];
              } else {
                vErrors.push(err60);
              }
              errors++;
            }
          } else {
            const err61 = {
              instancePath:
                instancePath + '/notClaimed/' + key9.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/notClaimed/additionalProperties/type',
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
      } else {
        const err62 = {
          instancePath: instancePath + '/notClaimed',
          schemaPath: '#/properties/notClaimed/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
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
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err63];
    } else {
      vErrors.push(err63);
    }
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
