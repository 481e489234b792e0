/* oxlint-disable */
// Written by scripts/validators.ts.
'use strict';
export const fitsConformKernel = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://raw.githubusercontent.com/soverane/yamo/main/schemas/conform-kernel.schema.json',
  title: 'a kernel for yamo conform',
  description:
    'How a kernel is started, so that `yamo conform` can hold it against RFC-0009. In each word of a command and in variables {workspace}, {agent}, {program}, {message}, {provider}, {case}, {home}, {here} (the folder of this document), {package} (where yamo is) and {node} stand for what the case has.',
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
    about: {
      description:
        'What it is, and what its makers say that it does, in a few sentences. Pages of reports begin with it.',
      type: 'string',
    },
    agent: {
      description:
        'How it takes its agent, {agent} as a command for a shell, or {program} as an executable file: it speaks the Agent Client Protocol, or gets its prompt on standard input; or which API of models it calls at {provider}, where it has a loop of its own: the Messages API or Chat Completions.',
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
        'What this system never claimed to do: ids of cases (B-12), chapters (B) or requirements (Y112), several separated by spaces, each with the reason. They are not applicable.',
      type: 'object',
      propertyNames: {
        pattern: '^(?:[YK]\\d+|[A-Z](?:-\\d+)?)(?: (?:[YK]\\d+|[A-Z](?:-\\d+)?))*$',
      },
      additionalProperties: { type: 'string', pattern: '.' },
    },
    claimed: {
      description:
        'Ids of cases that are held although notClaimed names their chapter or one of their requirements.',
      type: 'array',
      items: { type: 'string', pattern: '^[A-Z]-\\d+$' },
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
const pattern8 = new RegExp(
  '^(?:[YK]\\d+|[A-Z](?:-\\d+)?)(?: (?:[YK]\\d+|[A-Z](?:-\\d+)?))*$',
  'u',
);
const pattern10 = new RegExp('^[A-Z]-\\d+$', 'u');
function validate10(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  /*# sourceURL="https://raw.githubusercontent.com/soverane/yamo/main/schemas/conform-kernel.schema.json" */ let vErrors =
    null;
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
    if (data.about !== undefined) {
      if (typeof data.about !== 'string') {
        const err8 = {
          instancePath: instancePath + '/about',
          schemaPath: '#/properties/about/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.agent !== undefined) {
      let data4 = data.agent;
      if (!(data4 === 'acp' || data4 === 'stdin' || data4 === 'messages' || data4 === 'chat')) {
        const err9 = {
          instancePath: instancePath + '/agent',
          schemaPath: '#/properties/agent/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.agent.enum },
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
    if (data.tools !== undefined) {
      let data5 = data.tools;
      if (data5 && typeof data5 == 'object' && !Array.isArray(data5)) {
        if (Object.keys(data5).length < 1) {
          const err10 = {
            instancePath: instancePath + '/tools',
            schemaPath: '#/properties/tools/minProperties',
            keyword: 'minProperties',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 properties',
          };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
        for (const key1 in data5) {
          if (!(key1 === 'read' || key1 === 'write' || key1 === 'append' || key1 === 'shell')) {
            const err11 = {
              instancePath: instancePath + '/tools',
              schemaPath: '#/properties/tools/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key1 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data5.read !== undefined) {
          let data6 = data5.read;
          if (data6 && typeof data6 == 'object' && !Array.isArray(data6)) {
            if (data6.name === undefined) {
              const err12 = {
                instancePath: instancePath + '/tools/read',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
            if (data6.input === undefined) {
              const err13 = {
                instancePath: instancePath + '/tools/read',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'input' },
                message: "must have required property '" + 'input' + "'",
              };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
            for (const key2 in data6) {
              if (!(key2 === 'name' || key2 === 'input')) {
                const err14 = {
                  instancePath: instancePath + '/tools/read',
                  schemaPath: '#/definitions/tool/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key2 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err14];
                } else {
                  vErrors.push(err14);
                }
                errors++;
              }
            }
            if (data6.name !== undefined) {
              let data7 = data6.name;
              if (typeof data7 === 'string') {
                if (!pattern0.test(data7)) {
                  const err15 = {
                    instancePath: instancePath + '/tools/read/name',
                    schemaPath: '#/definitions/tool/properties/name/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err15];
                  } else {
                    vErrors.push(err15);
                  }
                  errors++;
                }
              } else {
                const err16 = {
                  instancePath: instancePath + '/tools/read/name',
                  schemaPath: '#/definitions/tool/properties/name/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err16];
                } else {
                  vErrors.push(err16);
                }
                errors++;
              }
            }
            if (data6.input !== undefined) {
              let data8 = data6.input;
              if (!(data8 && typeof data8 == 'object' && !Array.isArray(data8))) {
                const err17 = {
                  instancePath: instancePath + '/tools/read/input',
                  schemaPath: '#/definitions/tool/properties/input/type',
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
          } else {
            const err18 = {
              instancePath: instancePath + '/tools/read',
              schemaPath: '#/definitions/tool/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err18];
            } else {
              vErrors.push(err18);
            }
            errors++;
          }
        }
        if (data5.write !== undefined) {
          let data9 = data5.write;
          if (data9 && typeof data9 == 'object' && !Array.isArray(data9)) {
            if (data9.name === undefined) {
              const err19 = {
                instancePath: instancePath + '/tools/write',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err19];
              } else {
                vErrors.push(err19);
              }
              errors++;
            }
            if (data9.input === undefined) {
              const err20 = {
                instancePath: instancePath + '/tools/write',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'input' },
                message: "must have required property '" + 'input' + "'",
              };
              if (vErrors === null) {
                vErrors = [err20];
              } else {
                vErrors.push(err20);
              }
              errors++;
            }
            for (const key3 in data9) {
              if (!(key3 === 'name' || key3 === 'input')) {
                const err21 = {
                  instancePath: instancePath + '/tools/write',
                  schemaPath: '#/definitions/tool/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key3 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err21];
                } else {
                  vErrors.push(err21);
                }
                errors++;
              }
            }
            if (data9.name !== undefined) {
              let data10 = data9.name;
              if (typeof data10 === 'string') {
                if (!pattern0.test(data10)) {
                  const err22 = {
                    instancePath: instancePath + '/tools/write/name',
                    schemaPath: '#/definitions/tool/properties/name/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err22];
                  } else {
                    vErrors.push(err22);
                  }
                  errors++;
                }
              } else {
                const err23 = {
                  instancePath: instancePath + '/tools/write/name',
                  schemaPath: '#/definitions/tool/properties/name/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err23];
                } else {
                  vErrors.push(err23);
                }
                errors++;
              }
            }
            if (data9.input !== undefined) {
              let data11 = data9.input;
              if (!(data11 && typeof data11 == 'object' && !Array.isArray(data11))) {
                const err24 = {
                  instancePath: instancePath + '/tools/write/input',
                  schemaPath: '#/definitions/tool/properties/input/type',
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
              instancePath: instancePath + '/tools/write',
              schemaPath: '#/definitions/tool/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
        if (data5.append !== undefined) {
          let data12 = data5.append;
          if (data12 && typeof data12 == 'object' && !Array.isArray(data12)) {
            if (data12.name === undefined) {
              const err26 = {
                instancePath: instancePath + '/tools/append',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err26];
              } else {
                vErrors.push(err26);
              }
              errors++;
            }
            if (data12.input === undefined) {
              const err27 = {
                instancePath: instancePath + '/tools/append',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'input' },
                message: "must have required property '" + 'input' + "'",
              };
              if (vErrors === null) {
                vErrors = [err27];
              } else {
                vErrors.push(err27);
              }
              errors++;
            }
            for (const key4 in data12) {
              if (!(key4 === 'name' || key4 === 'input')) {
                const err28 = {
                  instancePath: instancePath + '/tools/append',
                  schemaPath: '#/definitions/tool/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key4 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err28];
                } else {
                  vErrors.push(err28);
                }
                errors++;
              }
            }
            if (data12.name !== undefined) {
              let data13 = data12.name;
              if (typeof data13 === 'string') {
                if (!pattern0.test(data13)) {
                  const err29 = {
                    instancePath: instancePath + '/tools/append/name',
                    schemaPath: '#/definitions/tool/properties/name/pattern',
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
                  instancePath: instancePath + '/tools/append/name',
                  schemaPath: '#/definitions/tool/properties/name/type',
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
            if (data12.input !== undefined) {
              let data14 = data12.input;
              if (!(data14 && typeof data14 == 'object' && !Array.isArray(data14))) {
                const err31 = {
                  instancePath: instancePath + '/tools/append/input',
                  schemaPath: '#/definitions/tool/properties/input/type',
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
          } else {
            const err32 = {
              instancePath: instancePath + '/tools/append',
              schemaPath: '#/definitions/tool/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err32];
            } else {
              vErrors.push(err32);
            }
            errors++;
          }
        }
        if (data5.shell !== undefined) {
          let data15 = data5.shell;
          if (data15 && typeof data15 == 'object' && !Array.isArray(data15)) {
            if (data15.name === undefined) {
              const err33 = {
                instancePath: instancePath + '/tools/shell',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'name' },
                message: "must have required property '" + 'name' + "'",
              };
              if (vErrors === null) {
                vErrors = [err33];
              } else {
                vErrors.push(err33);
              }
              errors++;
            }
            if (data15.input === undefined) {
              const err34 = {
                instancePath: instancePath + '/tools/shell',
                schemaPath: '#/definitions/tool/required',
                keyword: 'required',
                params: { missingProperty: 'input' },
                message: "must have required property '" + 'input' + "'",
              };
              if (vErrors === null) {
                vErrors = [err34];
              } else {
                vErrors.push(err34);
              }
              errors++;
            }
            for (const key5 in data15) {
              if (!(key5 === 'name' || key5 === 'input')) {
                const err35 = {
                  instancePath: instancePath + '/tools/shell',
                  schemaPath: '#/definitions/tool/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key5 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err35];
                } else {
                  vErrors.push(err35);
                }
                errors++;
              }
            }
            if (data15.name !== undefined) {
              let data16 = data15.name;
              if (typeof data16 === 'string') {
                if (!pattern0.test(data16)) {
                  const err36 = {
                    instancePath: instancePath + '/tools/shell/name',
                    schemaPath: '#/definitions/tool/properties/name/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err36];
                  } else {
                    vErrors.push(err36);
                  }
                  errors++;
                }
              } else {
                const err37 = {
                  instancePath: instancePath + '/tools/shell/name',
                  schemaPath: '#/definitions/tool/properties/name/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err37];
                } else {
                  vErrors.push(err37);
                }
                errors++;
              }
            }
            if (data15.input !== undefined) {
              let data17 = data15.input;
              if (!(data17 && typeof data17 == 'object' && !Array.isArray(data17))) {
                const err38 = {
                  instancePath: instancePath + '/tools/shell/input',
                  schemaPath: '#/definitions/tool/properties/input/type',
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
              instancePath: instancePath + '/tools/shell',
              schemaPath: '#/definitions/tool/type',
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
      } else {
        const err40 = {
          instancePath: instancePath + '/tools',
          schemaPath: '#/properties/tools/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err40];
        } else {
          vErrors.push(err40);
        }
        errors++;
      }
    }
    if (data.boot !== undefined) {
      let data18 = data.boot;
      if (data18 && typeof data18 == 'object' && !Array.isArray(data18)) {
        if (data18.main === undefined) {
          const err41 = {
            instancePath: instancePath + '/boot',
            schemaPath: '#/properties/boot/required',
            keyword: 'required',
            params: { missingProperty: 'main' },
            message: "must have required property '" + 'main' + "'",
          };
          if (vErrors === null) {
            vErrors = [err41];
          } else {
            vErrors.push(err41);
          }
          errors++;
        }
        for (const key6 in data18) {
          if (!(key6 === 'main' || key6 === 'shared')) {
            const err42 = {
              instancePath: instancePath + '/boot',
              schemaPath: '#/properties/boot/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key6 },
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
        if (data18.main !== undefined) {
          let data19 = data18.main;
          if (Array.isArray(data19)) {
            if (data19.length < 1) {
              const err43 = {
                instancePath: instancePath + '/boot/main',
                schemaPath: '#/definitions/command/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err43];
              } else {
                vErrors.push(err43);
              }
              errors++;
            }
            const len0 = data19.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data20 = data19[i0];
              if (typeof data20 === 'string') {
                if (!pattern0.test(data20)) {
                  const err44 = {
                    instancePath: instancePath + '/boot/main/' + i0,
                    schemaPath: '#/definitions/command/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err44];
                  } else {
                    vErrors.push(err44);
                  }
                  errors++;
                }
              } else {
                const err45 = {
                  instancePath: instancePath + '/boot/main/' + i0,
                  schemaPath: '#/definitions/command/items/type',
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
          } else {
            const err46 = {
              instancePath: instancePath + '/boot/main',
              schemaPath: '#/definitions/command/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err46];
            } else {
              vErrors.push(err46);
            }
            errors++;
          }
        }
        if (data18.shared !== undefined) {
          let data21 = data18.shared;
          if (Array.isArray(data21)) {
            if (data21.length < 1) {
              const err47 = {
                instancePath: instancePath + '/boot/shared',
                schemaPath: '#/definitions/command/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err47];
              } else {
                vErrors.push(err47);
              }
              errors++;
            }
            const len1 = data21.length;
            for (let i1 = 0; i1 < len1; i1++) {
              let data22 = data21[i1];
              if (typeof data22 === 'string') {
                if (!pattern0.test(data22)) {
                  const err48 = {
                    instancePath: instancePath + '/boot/shared/' + i1,
                    schemaPath: '#/definitions/command/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err48];
                  } else {
                    vErrors.push(err48);
                  }
                  errors++;
                }
              } else {
                const err49 = {
                  instancePath: instancePath + '/boot/shared/' + i1,
                  schemaPath: '#/definitions/command/items/type',
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
          } else {
            const err50 = {
              instancePath: instancePath + '/boot/shared',
              schemaPath: '#/definitions/command/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err50];
            } else {
              vErrors.push(err50);
            }
            errors++;
          }
        }
      } else {
        const err51 = {
          instancePath: instancePath + '/boot',
          schemaPath: '#/properties/boot/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err51];
        } else {
          vErrors.push(err51);
        }
        errors++;
      }
    }
    if (data.environment !== undefined) {
      let data23 = data.environment;
      if (data23 && typeof data23 == 'object' && !Array.isArray(data23)) {
        for (const key7 in data23) {
          if (typeof data23[key7] !== 'string') {
            const err52 = {
              instancePath:
                instancePath + '/environment/' + key7.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/environment/additionalProperties/type',
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
      } else {
        const err53 = {
          instancePath: instancePath + '/environment',
          schemaPath: '#/properties/environment/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err53];
        } else {
          vErrors.push(err53);
        }
        errors++;
      }
    }
    if (data.append !== undefined) {
      let data25 = data.append;
      if (typeof data25 === 'string') {
        if (!pattern7.test(data25)) {
          const err54 = {
            instancePath: instancePath + '/append',
            schemaPath: '#/properties/append/pattern',
            keyword: 'pattern',
            params: { pattern: '^_' },
            message: 'must match pattern "' + '^_' + '"',
          };
          if (vErrors === null) {
            vErrors = [err54];
          } else {
            vErrors.push(err54);
          }
          errors++;
        }
      } else {
        const err55 = {
          instancePath: instancePath + '/append',
          schemaPath: '#/properties/append/type',
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
    if (data.seconds !== undefined) {
      let data26 = data.seconds;
      if (!(typeof data26 == 'number' && !(data26 % 1) && !isNaN(data26) && isFinite(data26))) {
        const err56 = {
          instancePath: instancePath + '/seconds',
          schemaPath: '#/properties/seconds/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err56];
        } else {
          vErrors.push(err56);
        }
        errors++;
      }
      if (typeof data26 == 'number' && isFinite(data26)) {
        if (data26 > 600 || isNaN(data26)) {
          const err57 = {
            instancePath: instancePath + '/seconds',
            schemaPath: '#/properties/seconds/maximum',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 600 },
            message: 'must be <= 600',
          };
          if (vErrors === null) {
            vErrors = [err57];
          } else {
            vErrors.push(err57);
          }
          errors++;
        }
        if (data26 < 1 || isNaN(data26)) {
          const err58 = {
            instancePath: instancePath + '/seconds',
            schemaPath: '#/properties/seconds/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
          };
          if (vErrors === null) {
            vErrors = [err58];
          } else {
            vErrors.push(err58);
          }
          errors++;
        }
      }
    }
    if (data.notClaimed !== undefined) {
      let data27 = data.notClaimed;
      if (data27 && typeof data27 == 'object' && !Array.isArray(data27)) {
        for (const key8 in data27) {
          const _errs70 = errors;
          if (typeof key8 === 'string') {
            if (!pattern8.test(key8)) {
              const err59 = {
                instancePath: instancePath + '/notClaimed',
                schemaPath: '#/properties/notClaimed/propertyNames/pattern',
                keyword: 'pattern',
                params: {
                  pattern: '^(?:[YK]\\d+|[A-Z](?:-\\d+)?)(?: (?:[YK]\\d+|[A-Z](?:-\\d+)?))*$',
                },
                message:
                  'must match pattern "' +
                  '^(?:[YK]\\d+|[A-Z](?:-\\d+)?)(?: (?:[YK]\\d+|[A-Z](?:-\\d+)?))*$' +
                  '"',
                propertyName: key8,
              };
              if (vErrors === null) {
                vErrors = [err59];
              } else {
                vErrors.push(err59);
              }
              errors++;
            }
          }
          var valid18 = _errs70 === errors;
          if (!valid18) {
            const err60 = {
              instancePath: instancePath + '/notClaimed',
              schemaPath: '#/properties/notClaimed/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key8 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err60];
            } else {
              vErrors.push(err60);
            }
            errors++;
          }
        }
        for (const key9 in data27) {
          let data28 = data27[key9];
          if (typeof data28 === 'string') {
            if (!pattern0.test(data28)) {
              const err61 = {
                instancePath:
                  instancePath + '/notClaimed/' + key9.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/properties/notClaimed/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '.' },
                message: 'must match pattern "' + '.' + '"',
              };
              if (vErrors === null) {
                vErrors = [err61];
              } else {
                vErrors.push(err61);
              }
              errors++;
            }
          } else {
            const err62 = {
              instancePath:
                instancePath + '/notClaimed/' + key9.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/notClaimed/additionalProperties/type',
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
          instancePath: instancePath + '/notClaimed',
          schemaPath: '#/properties/notClaimed/type',
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
    }
    if (data.claimed !== undefined) {
      let data29 = data.claimed;
      if (Array.isArray(data29)) {
        const len2 = data29.length;
        for (let i2 = 0; i2 < len2; i2++) {
          let data30 = data29[i2];
          if (typeof data30 === 'string') {
            if (!pattern10.test(data30)) {
              const err64 = {
                instancePath: instancePath + '/claimed/' + i2,
                schemaPath: '#/properties/claimed/items/pattern',
                keyword: 'pattern',
                params: { pattern: '^[A-Z]-\\d+$' },
                message: 'must match pattern "' + '^[A-Z]-\\d+$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err64];
              } else {
                vErrors.push(err64);
              }
              errors++;
            }
          } else {
            const err65 = {
              instancePath: instancePath + '/claimed/' + i2,
              schemaPath: '#/properties/claimed/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err65];
            } else {
              vErrors.push(err65);
            }
            errors++;
          }
        }
      } else {
        const err66 = {
          instancePath: instancePath + '/claimed',
          schemaPath: '#/properties/claimed/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err66];
        } else {
          vErrors.push(err66);
        }
        errors++;
      }
    }
  } else {
    const err67 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err67];
    } else {
      vErrors.push(err67);
    }
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
