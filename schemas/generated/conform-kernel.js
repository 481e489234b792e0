/* oxlint-disable */
// Written by scripts/validators.ts.
'use strict';
export const fitsConformKernel = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'a kernel for yamo conform',
  description:
    'How a kernel is started, so that `yamo conform` can hold it against RFC-0009. In each word of a command {workspace}, {agent}, {message}, {case}, {home}, {here} (the folder of this document), {package} (where yamo is) and {node} stand for what the case has.',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'agent', 'boot'],
  definitions: { command: { type: 'array', minItems: 1, items: { type: 'string', pattern: '.' } } },
  properties: {
    $schema: { type: 'string' },
    name: { description: 'As reports call it.', type: 'string', pattern: '.' },
    version: { description: 'As reports show it.', type: 'string' },
    agent: {
      description:
        'How it takes its agent, {agent}: a command that speaks the Agent Client Protocol, or one that gets its prompt on standard input.',
      enum: ['acp', 'stdin'],
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
const schema12 = { type: 'array', minItems: 1, items: { type: 'string', pattern: '.' } };
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp('.', 'u');
const pattern3 = new RegExp('^_', 'u');
const pattern4 = new RegExp('^(?:[YK]\\d+|[A-Z]-\\d+)$', 'u');
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
      if (!(data3 === 'acp' || data3 === 'stdin')) {
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
    if (data.boot !== undefined) {
      let data4 = data.boot;
      if (data4 && typeof data4 == 'object' && !Array.isArray(data4)) {
        if (data4.main === undefined) {
          const err9 = {
            instancePath: instancePath + '/boot',
            schemaPath: '#/properties/boot/required',
            keyword: 'required',
            params: { missingProperty: 'main' },
            message: "must have required property '" + 'main' + "'",
          };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data4) {
          if (!(key1 === 'main' || key1 === 'shared')) {
            const err10 = {
              instancePath: instancePath + '/boot',
              schemaPath: '#/properties/boot/additionalProperties',
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
        if (data4.main !== undefined) {
          let data5 = data4.main;
          if (Array.isArray(data5)) {
            if (data5.length < 1) {
              const err11 = {
                instancePath: instancePath + '/boot/main',
                schemaPath: '#/definitions/command/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err11];
              } else {
                vErrors.push(err11);
              }
              errors++;
            }
            const len0 = data5.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data6 = data5[i0];
              if (typeof data6 === 'string') {
                if (!pattern0.test(data6)) {
                  const err12 = {
                    instancePath: instancePath + '/boot/main/' + i0,
                    schemaPath: '#/definitions/command/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err12];
                  } else {
                    vErrors.push(err12);
                  }
                  errors++;
                }
              } else {
                const err13 = {
                  instancePath: instancePath + '/boot/main/' + i0,
                  schemaPath: '#/definitions/command/items/type',
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
          } else {
            const err14 = {
              instancePath: instancePath + '/boot/main',
              schemaPath: '#/definitions/command/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
        if (data4.shared !== undefined) {
          let data7 = data4.shared;
          if (Array.isArray(data7)) {
            if (data7.length < 1) {
              const err15 = {
                instancePath: instancePath + '/boot/shared',
                schemaPath: '#/definitions/command/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
            const len1 = data7.length;
            for (let i1 = 0; i1 < len1; i1++) {
              let data8 = data7[i1];
              if (typeof data8 === 'string') {
                if (!pattern0.test(data8)) {
                  const err16 = {
                    instancePath: instancePath + '/boot/shared/' + i1,
                    schemaPath: '#/definitions/command/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
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
                  instancePath: instancePath + '/boot/shared/' + i1,
                  schemaPath: '#/definitions/command/items/type',
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
          } else {
            const err18 = {
              instancePath: instancePath + '/boot/shared',
              schemaPath: '#/definitions/command/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
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
          instancePath: instancePath + '/boot',
          schemaPath: '#/properties/boot/type',
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
    }
    if (data.environment !== undefined) {
      let data9 = data.environment;
      if (data9 && typeof data9 == 'object' && !Array.isArray(data9)) {
        for (const key2 in data9) {
          if (typeof data9[key2] !== 'string') {
            const err20 = {
              instancePath:
                instancePath + '/environment/' + key2.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/environment/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
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
          instancePath: instancePath + '/environment',
          schemaPath: '#/properties/environment/type',
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
    }
    if (data.append !== undefined) {
      let data11 = data.append;
      if (typeof data11 === 'string') {
        if (!pattern3.test(data11)) {
          const err22 = {
            instancePath: instancePath + '/append',
            schemaPath: '#/properties/append/pattern',
            keyword: 'pattern',
            params: { pattern: '^_' },
            message: 'must match pattern "' + '^_' + '"',
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
          instancePath: instancePath + '/append',
          schemaPath: '#/properties/append/type',
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
    if (data.seconds !== undefined) {
      let data12 = data.seconds;
      if (!(typeof data12 == 'number' && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
        const err24 = {
          instancePath: instancePath + '/seconds',
          schemaPath: '#/properties/seconds/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
      if (typeof data12 == 'number' && isFinite(data12)) {
        if (data12 > 600 || isNaN(data12)) {
          const err25 = {
            instancePath: instancePath + '/seconds',
            schemaPath: '#/properties/seconds/maximum',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 600 },
            message: 'must be <= 600',
          };
          if (vErrors === null) {
            vErrors = [err25];
          } else {
            vErrors.push(err25);
          }
          errors++;
        }
        if (data12 < 1 || isNaN(data12)) {
          const err26 = {
            instancePath: instancePath + '/seconds',
            schemaPath: '#/properties/seconds/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
          };
          if (vErrors === null) {
            vErrors = [err26];
          } else {
            vErrors.push(err26);
          }
          errors++;
        }
      }
    }
    if (data.notClaimed !== undefined) {
      let data13 = data.notClaimed;
      if (data13 && typeof data13 == 'object' && !Array.isArray(data13)) {
        for (const key3 in data13) {
          const _errs33 = errors;
          if (typeof key3 === 'string') {
            if (!pattern4.test(key3)) {
              const err27 = {
                instancePath: instancePath + '/notClaimed',
                schemaPath: '#/properties/notClaimed/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^(?:[YK]\\d+|[A-Z]-\\d+)$' },
                message: 'must match pattern "' + '^(?:[YK]\\d+|[A-Z]-\\d+)$' + '"',
                propertyName: key3,
              };
              if (vErrors === null) {
                vErrors = [err27];
              } else {
                vErrors.push(err27);
              }
              errors++;
            }
          }
          var valid9 = _errs33 === errors;
          if (!valid9) {
            const err28 = {
              instancePath: instancePath + '/notClaimed',
              schemaPath: '#/properties/notClaimed/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key3 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err28];
            } else {
              vErrors.push(err28);
            }
            errors++;
          }
        }
        for (const key4 in data13) {
          let data14 = data13[key4];
          if (typeof data14 === 'string') {
            if (!pattern0.test(data14)) {
              const err29 = {
                instancePath:
                  instancePath + '/notClaimed/' + key4.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/properties/notClaimed/additionalProperties/pattern',
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
              instancePath:
                instancePath + '/notClaimed/' + key4.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/notClaimed/additionalProperties/type',
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
          instancePath: instancePath + '/notClaimed',
          schemaPath: '#/properties/notClaimed/type',
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
      instancePath,
      schemaPath: '#/type',
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
  validate10.errors = vErrors;
  return errors === 0;
}
