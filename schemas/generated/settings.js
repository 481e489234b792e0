/* oxlint-disable */
// Written by scripts/validators.ts.
'use strict';
export const fitsSettings = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'yamo settings',
  description: '$XDG_CONFIG_HOME/yamo/settings.json. Every field may be left out.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    primaryHuman: {
      description:
        'Channel identities of the one human whom the agent serves. A session with exactly these is main; with anyone else it is shared.',
      type: 'array',
      items: { type: 'string', pattern: '.' },
      default: [],
    },
    dailyLogsInShared: {
      description:
        'Shared sessions may see the daily logs of today and yesterday, marked as not to be shared.',
      type: 'boolean',
      default: false,
    },
    claim: {
      description:
        'The tier that the workspaces are said to reach; yamo audit fails where they do not (RFC-0009 §2.0).',
      enum: ['lite', 'v3.0'],
    },
    sandbox: {
      description:
        'What holds agents: the best of what this machine has (auto), one of them, or none, as on a machine that has none. yamo doctor says what works here.',
      enum: ['auto', 'bubblewrap', 'landlock', 'seatbelt', 'none'],
      default: 'auto',
    },
    network: {
      description:
        "What foreign agents and commands reach of the network: nothing, the network of the machine, or these hosts by the kernel's proxy (name, or name:port; 443 if there is none).",
      anyOf: [
        { enum: ['none', 'all'] },
        {
          type: 'array',
          items: {
            type: 'string',
            pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$',
          },
          minItems: 1,
        },
      ],
      default: 'none',
    },
    agentPaths: {
      description:
        "Files and folders that foreign agents see beside the system and their own code; ~ is your home. Nothing that holds the workspace, lies in it, or holds the kernel's state.",
      type: 'object',
      additionalProperties: false,
      properties: { read: { $ref: '#/definitions/paths' }, write: { $ref: '#/definitions/paths' } },
      default: {},
    },
    agentEnvironment: {
      description:
        'Names of variables of your environment that foreign agents get, such as ANTHROPIC_API_KEY.',
      type: 'array',
      items: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
      default: [],
    },
    shell: {
      description:
        'Where agents may run commands, each in the view of its session, and what one command may take.',
      type: 'object',
      additionalProperties: false,
      properties: {
        main: { description: 'In main sessions.', type: 'boolean', default: false },
        channels: {
          description: 'In shared sessions of these channels (--channel).',
          type: 'array',
          items: { type: 'string', pattern: '.' },
          default: [],
        },
        seconds: {
          description: 'The longest that a command may run.',
          type: 'integer',
          minimum: 1,
          maximum: 86400,
          default: 120,
        },
        outputBytes: {
          description: 'How much of its output is kept; the end of it.',
          type: 'integer',
          minimum: 1,
          maximum: 16777216,
          default: 262144,
        },
        processes: {
          description: 'How many processes it may have.',
          type: 'integer',
          minimum: 1,
          maximum: 4096,
          default: 64,
        },
      },
      default: {},
    },
  },
  definitions: { paths: { type: 'array', items: { type: 'string', pattern: '^(/|~/|~$)' } } },
};
const schema12 = { type: 'array', items: { type: 'string', pattern: '^(/|~/|~$)' } };
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp('.', 'u');
const pattern1 = new RegExp('^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$', 'u');
const pattern2 = new RegExp('^(/|~/|~$)', 'u');
const pattern4 = new RegExp('^[A-Za-z_][A-Za-z0-9_]*$', 'u');
function validate10(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  let vErrors = null;
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
    if (data.primaryHuman !== undefined) {
      let data1 = data.primaryHuman;
      if (Array.isArray(data1)) {
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data2 = data1[i0];
          if (typeof data2 === 'string') {
            if (!pattern0.test(data2)) {
              const err2 = {
                instancePath: instancePath + '/primaryHuman/' + i0,
                schemaPath: '#/properties/primaryHuman/items/pattern',
                keyword: 'pattern',
                params: { pattern: '.' },
                message: 'must match pattern "' + '.' + '"',
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
              instancePath: instancePath + '/primaryHuman/' + i0,
              schemaPath: '#/properties/primaryHuman/items/type',
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
      } else {
        const err4 = {
          instancePath: instancePath + '/primaryHuman',
          schemaPath: '#/properties/primaryHuman/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.dailyLogsInShared !== undefined) {
      if (typeof data.dailyLogsInShared !== 'boolean') {
        const err5 = {
          instancePath: instancePath + '/dailyLogsInShared',
          schemaPath: '#/properties/dailyLogsInShared/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.claim !== undefined) {
      let data4 = data.claim;
      if (!(data4 === 'lite' || data4 === 'v3.0')) {
        const err6 = {
          instancePath: instancePath + '/claim',
          schemaPath: '#/properties/claim/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.claim.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.sandbox !== undefined) {
      let data5 = data.sandbox;
      if (
        !(
          data5 === 'auto' ||
          data5 === 'bubblewrap' ||
          data5 === 'landlock' ||
          data5 === 'seatbelt' ||
          data5 === 'none'
        )
      ) {
        const err7 = {
          instancePath: instancePath + '/sandbox',
          schemaPath: '#/properties/sandbox/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.sandbox.enum },
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
    if (data.network !== undefined) {
      let data6 = data.network;
      const _errs13 = errors;
      let valid3 = false;
      const _errs14 = errors;
      if (!(data6 === 'none' || data6 === 'all')) {
        const err8 = {
          instancePath: instancePath + '/network',
          schemaPath: '#/properties/network/anyOf/0/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.network.anyOf[0].enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      var _valid0 = _errs14 === errors;
      valid3 = valid3 || _valid0;
      if (!valid3) {
        const _errs15 = errors;
        if (Array.isArray(data6)) {
          if (data6.length < 1) {
            const err9 = {
              instancePath: instancePath + '/network',
              schemaPath: '#/properties/network/anyOf/1/minItems',
              keyword: 'minItems',
              params: { limit: 1 },
              message: 'must NOT have fewer than 1 items',
            };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
          const len1 = data6.length;
          for (let i1 = 0; i1 < len1; i1++) {
            let data7 = data6[i1];
            if (typeof data7 === 'string') {
              if (!pattern1.test(data7)) {
                const err10 = {
                  instancePath: instancePath + '/network/' + i1,
                  schemaPath: '#/properties/network/anyOf/1/items/pattern',
                  keyword: 'pattern',
                  params: { pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$' },
                  message:
                    'must match pattern "' +
                    '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$' +
                    '"',
                };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            } else {
              const err11 = {
                instancePath: instancePath + '/network/' + i1,
                schemaPath: '#/properties/network/anyOf/1/items/type',
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
        } else {
          const err12 = {
            instancePath: instancePath + '/network',
            schemaPath: '#/properties/network/anyOf/1/type',
            keyword: 'type',
            params: { type: 'array' },
            message: 'must be array',
          };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        var _valid0 = _errs15 === errors;
        valid3 = valid3 || _valid0;
      }
      if (!valid3) {
        const err13 = {
          instancePath: instancePath + '/network',
          schemaPath: '#/properties/network/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      } else {
        errors = _errs13;
        if (vErrors !== null) {
          if (_errs13) {
            vErrors.length = _errs13;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.agentPaths !== undefined) {
      let data8 = data.agentPaths;
      if (data8 && typeof data8 == 'object' && !Array.isArray(data8)) {
        for (const key1 in data8) {
          if (!(key1 === 'read' || key1 === 'write')) {
            const err14 = {
              instancePath: instancePath + '/agentPaths',
              schemaPath: '#/properties/agentPaths/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key1 },
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
        if (data8.read !== undefined) {
          let data9 = data8.read;
          if (Array.isArray(data9)) {
            const len2 = data9.length;
            for (let i2 = 0; i2 < len2; i2++) {
              let data10 = data9[i2];
              if (typeof data10 === 'string') {
                if (!pattern2.test(data10)) {
                  const err15 = {
                    instancePath: instancePath + '/agentPaths/read/' + i2,
                    schemaPath: '#/definitions/paths/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^(/|~/|~$)' },
                    message: 'must match pattern "' + '^(/|~/|~$)' + '"',
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
                  instancePath: instancePath + '/agentPaths/read/' + i2,
                  schemaPath: '#/definitions/paths/items/type',
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
          } else {
            const err17 = {
              instancePath: instancePath + '/agentPaths/read',
              schemaPath: '#/definitions/paths/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
        if (data8.write !== undefined) {
          let data11 = data8.write;
          if (Array.isArray(data11)) {
            const len3 = data11.length;
            for (let i3 = 0; i3 < len3; i3++) {
              let data12 = data11[i3];
              if (typeof data12 === 'string') {
                if (!pattern2.test(data12)) {
                  const err18 = {
                    instancePath: instancePath + '/agentPaths/write/' + i3,
                    schemaPath: '#/definitions/paths/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^(/|~/|~$)' },
                    message: 'must match pattern "' + '^(/|~/|~$)' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err18];
                  } else {
                    vErrors.push(err18);
                  }
                  errors++;
                }
              } else {
                const err19 = {
                  instancePath: instancePath + '/agentPaths/write/' + i3,
                  schemaPath: '#/definitions/paths/items/type',
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
          } else {
            const err20 = {
              instancePath: instancePath + '/agentPaths/write',
              schemaPath: '#/definitions/paths/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
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
          instancePath: instancePath + '/agentPaths',
          schemaPath: '#/properties/agentPaths/type',
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
    if (data.agentEnvironment !== undefined) {
      let data13 = data.agentEnvironment;
      if (Array.isArray(data13)) {
        const len4 = data13.length;
        for (let i4 = 0; i4 < len4; i4++) {
          let data14 = data13[i4];
          if (typeof data14 === 'string') {
            if (!pattern4.test(data14)) {
              const err22 = {
                instancePath: instancePath + '/agentEnvironment/' + i4,
                schemaPath: '#/properties/agentEnvironment/items/pattern',
                keyword: 'pattern',
                params: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
                message: 'must match pattern "' + '^[A-Za-z_][A-Za-z0-9_]*$' + '"',
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
              instancePath: instancePath + '/agentEnvironment/' + i4,
              schemaPath: '#/properties/agentEnvironment/items/type',
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
      } else {
        const err24 = {
          instancePath: instancePath + '/agentEnvironment',
          schemaPath: '#/properties/agentEnvironment/type',
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
    if (data.shell !== undefined) {
      let data15 = data.shell;
      if (data15 && typeof data15 == 'object' && !Array.isArray(data15)) {
        for (const key2 in data15) {
          if (
            !(
              key2 === 'main' ||
              key2 === 'channels' ||
              key2 === 'seconds' ||
              key2 === 'outputBytes' ||
              key2 === 'processes'
            )
          ) {
            const err25 = {
              instancePath: instancePath + '/shell',
              schemaPath: '#/properties/shell/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key2 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
        if (data15.main !== undefined) {
          if (typeof data15.main !== 'boolean') {
            const err26 = {
              instancePath: instancePath + '/shell/main',
              schemaPath: '#/properties/shell/properties/main/type',
              keyword: 'type',
              params: { type: 'boolean' },
              message: 'must be boolean',
            };
            if (vErrors === null) {
              vErrors = [err26];
            } else {
              vErrors.push(err26);
            }
            errors++;
          }
        }
        if (data15.channels !== undefined) {
          let data17 = data15.channels;
          if (Array.isArray(data17)) {
            const len5 = data17.length;
            for (let i5 = 0; i5 < len5; i5++) {
              let data18 = data17[i5];
              if (typeof data18 === 'string') {
                if (!pattern0.test(data18)) {
                  const err27 = {
                    instancePath: instancePath + '/shell/channels/' + i5,
                    schemaPath: '#/properties/shell/properties/channels/items/pattern',
                    keyword: 'pattern',
                    params: { pattern: '.' },
                    message: 'must match pattern "' + '.' + '"',
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
                  instancePath: instancePath + '/shell/channels/' + i5,
                  schemaPath: '#/properties/shell/properties/channels/items/type',
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
          } else {
            const err29 = {
              instancePath: instancePath + '/shell/channels',
              schemaPath: '#/properties/shell/properties/channels/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err29];
            } else {
              vErrors.push(err29);
            }
            errors++;
          }
        }
        if (data15.seconds !== undefined) {
          let data19 = data15.seconds;
          if (!(typeof data19 == 'number' && !(data19 % 1) && !isNaN(data19) && isFinite(data19))) {
            const err30 = {
              instancePath: instancePath + '/shell/seconds',
              schemaPath: '#/properties/shell/properties/seconds/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err30];
            } else {
              vErrors.push(err30);
            }
            errors++;
          }
          if (typeof data19 == 'number' && isFinite(data19)) {
            if (data19 > 86400 || isNaN(data19)) {
              const err31 = {
                instancePath: instancePath + '/shell/seconds',
                schemaPath: '#/properties/shell/properties/seconds/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 86400 },
                message: 'must be <= 86400',
              };
              if (vErrors === null) {
                vErrors = [err31];
              } else {
                vErrors.push(err31);
              }
              errors++;
            }
            if (data19 < 1 || isNaN(data19)) {
              const err32 = {
                instancePath: instancePath + '/shell/seconds',
                schemaPath: '#/properties/shell/properties/seconds/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
              };
              if (vErrors === null) {
                vErrors = [err32];
              } else {
                vErrors.push(err32);
              }
              errors++;
            }
          }
        }
        if (data15.outputBytes !== undefined) {
          let data20 = data15.outputBytes;
          if (!(typeof data20 == 'number' && !(data20 % 1) && !isNaN(data20) && isFinite(data20))) {
            const err33 = {
              instancePath: instancePath + '/shell/outputBytes',
              schemaPath: '#/properties/shell/properties/outputBytes/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err33];
            } else {
              vErrors.push(err33);
            }
            errors++;
          }
          if (typeof data20 == 'number' && isFinite(data20)) {
            if (data20 > 16777216 || isNaN(data20)) {
              const err34 = {
                instancePath: instancePath + '/shell/outputBytes',
                schemaPath: '#/properties/shell/properties/outputBytes/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 16777216 },
                message: 'must be <= 16777216',
              };
              if (vErrors === null) {
                vErrors = [err34];
              } else {
                vErrors.push(err34);
              }
              errors++;
            }
            if (data20 < 1 || isNaN(data20)) {
              const err35 = {
                instancePath: instancePath + '/shell/outputBytes',
                schemaPath: '#/properties/shell/properties/outputBytes/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
              };
              if (vErrors === null) {
                vErrors = [err35];
              } else {
                vErrors.push(err35);
              }
              errors++;
            }
          }
        }
        if (data15.processes !== undefined) {
          let data21 = data15.processes;
          if (!(typeof data21 == 'number' && !(data21 % 1) && !isNaN(data21) && isFinite(data21))) {
            const err36 = {
              instancePath: instancePath + '/shell/processes',
              schemaPath: '#/properties/shell/properties/processes/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err36];
            } else {
              vErrors.push(err36);
            }
            errors++;
          }
          if (typeof data21 == 'number' && isFinite(data21)) {
            if (data21 > 4096 || isNaN(data21)) {
              const err37 = {
                instancePath: instancePath + '/shell/processes',
                schemaPath: '#/properties/shell/properties/processes/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 4096 },
                message: 'must be <= 4096',
              };
              if (vErrors === null) {
                vErrors = [err37];
              } else {
                vErrors.push(err37);
              }
              errors++;
            }
            if (data21 < 1 || isNaN(data21)) {
              const err38 = {
                instancePath: instancePath + '/shell/processes',
                schemaPath: '#/properties/shell/properties/processes/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
              };
              if (vErrors === null) {
                vErrors = [err38];
              } else {
                vErrors.push(err38);
              }
              errors++;
            }
          }
        }
      } else {
        const err39 = {
          instancePath: instancePath + '/shell',
          schemaPath: '#/properties/shell/type',
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
      instancePath,
      schemaPath: '#/type',
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
  validate10.errors = vErrors;
  return errors === 0;
}
