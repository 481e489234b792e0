/* oxlint-disable */
// Written by scripts/validators.ts.
'use strict';
export const fitsAuditConfig = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://raw.githubusercontent.com/soverane/yamo/main/schemas/audit-config.schema.json',
  title: 'yamo audit configuration',
  description:
    '.yamo-audit.json: JSON with comments, the nearest at or above what is audited, within its repository. It makes reports quieter. Where --require or a claim is given, what costs the tier stays, unless the file was named by --config.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    require: {
      description: 'The tier that is required where the command line says nothing.',
      enum: ['lite', 'v3.0'],
    },
    exclude: {
      description:
        'Paths whose findings are left out, relative to a workspace or to the folder of this file: drafts/, memory/archive/**, *.bak.',
      type: 'array',
      items: { type: 'string', pattern: '^.{1,200}$' },
      maxItems: 200,
    },
    rules: {
      description: 'Rules that are off, or have another level here, by id.',
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['level', 'reason'],
        properties: {
          level: { enum: ['off', 'note', 'warning', 'error'] },
          reason: { $ref: '#/definitions/reason' },
        },
      },
    },
    allow: {
      description: 'Exceptions for files that hold no comments, such as JSON, and for whole files.',
      type: 'array',
      maxItems: 200,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['rule', 'file', 'reason'],
        properties: {
          rule: { description: 'The id of a rule.', type: 'string' },
          file: {
            description: 'A path or pattern, as in exclude.',
            type: 'string',
            pattern: '^.{1,200}$',
          },
          reason: { $ref: '#/definitions/reason' },
        },
      },
    },
  },
  definitions: {
    reason: { description: 'Why, in words.', type: 'string', pattern: '[^\\s\\d\\W]{2}' },
  },
};
const schema12 = { description: 'Why, in words.', type: 'string', pattern: '[^\\s\\d\\W]{2}' };
const pattern0 = new RegExp('^.{1,200}$', 'u');
const pattern1 = new RegExp('[^\\s\\d\\W]{2}', 'u');
function validate10(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  /*# sourceURL="https://raw.githubusercontent.com/soverane/yamo/main/schemas/audit-config.schema.json" */ let vErrors =
    null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (
        !(
          key0 === '$schema' ||
          key0 === 'require' ||
          key0 === 'exclude' ||
          key0 === 'rules' ||
          key0 === 'allow'
        )
      ) {
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
    if (data.require !== undefined) {
      let data1 = data.require;
      if (!(data1 === 'lite' || data1 === 'v3.0')) {
        const err2 = {
          instancePath: instancePath + '/require',
          schemaPath: '#/properties/require/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.require.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.exclude !== undefined) {
      let data2 = data.exclude;
      if (Array.isArray(data2)) {
        if (data2.length > 200) {
          const err3 = {
            instancePath: instancePath + '/exclude',
            schemaPath: '#/properties/exclude/maxItems',
            keyword: 'maxItems',
            params: { limit: 200 },
            message: 'must NOT have more than 200 items',
          };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data3 = data2[i0];
          if (typeof data3 === 'string') {
            if (!pattern0.test(data3)) {
              const err4 = {
                instancePath: instancePath + '/exclude/' + i0,
                schemaPath: '#/properties/exclude/items/pattern',
                keyword: 'pattern',
                params: { pattern: '^.{1,200}$' },
                message: 'must match pattern "' + '^.{1,200}$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          } else {
            const err5 = {
              instancePath: instancePath + '/exclude/' + i0,
              schemaPath: '#/properties/exclude/items/type',
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
      } else {
        const err6 = {
          instancePath: instancePath + '/exclude',
          schemaPath: '#/properties/exclude/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.rules !== undefined) {
      let data4 = data.rules;
      if (data4 && typeof data4 == 'object' && !Array.isArray(data4)) {
        for (const key1 in data4) {
          let data5 = data4[key1];
          if (data5 && typeof data5 == 'object' && !Array.isArray(data5)) {
            if (data5.level === undefined) {
              const err7 = {
                instancePath:
                  instancePath + '/rules/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/properties/rules/additionalProperties/required',
                keyword: 'required',
                params: { missingProperty: 'level' },
                message: "must have required property '" + 'level' + "'",
              };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
            if (data5.reason === undefined) {
              const err8 = {
                instancePath:
                  instancePath + '/rules/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/properties/rules/additionalProperties/required',
                keyword: 'required',
                params: { missingProperty: 'reason' },
                message: "must have required property '" + 'reason' + "'",
              };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            for (const key2 in data5) {
              if (!(key2 === 'level' || key2 === 'reason')) {
                const err9 = {
                  instancePath:
                    instancePath + '/rules/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/properties/rules/additionalProperties/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key2 },
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
            if (data5.level !== undefined) {
              let data6 = data5.level;
              if (
                !(data6 === 'off' || data6 === 'note' || data6 === 'warning' || data6 === 'error')
              ) {
                const err10 = {
                  instancePath:
                    instancePath +
                    '/rules/' +
                    key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/level',
                  schemaPath: '#/properties/rules/additionalProperties/properties/level/enum',
                  keyword: 'enum',
                  params: {
                    allowedValues:
                      schema11.properties.rules.additionalProperties.properties.level.enum,
                  },
                  message: 'must be equal to one of the allowed values',
                };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
            if (data5.reason !== undefined) {
              let data7 = data5.reason;
              if (typeof data7 === 'string') {
                if (!pattern1.test(data7)) {
                  const err11 = {
                    instancePath:
                      instancePath +
                      '/rules/' +
                      key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                      '/reason',
                    schemaPath: '#/definitions/reason/pattern',
                    keyword: 'pattern',
                    params: { pattern: '[^\\s\\d\\W]{2}' },
                    message: 'must match pattern "' + '[^\\s\\d\\W]{2}' + '"',
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
                  instancePath:
                    instancePath +
                    '/rules/' +
                    key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/reason',
                  schemaPath: '#/definitions/reason/type',
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
          } else {
            const err13 = {
              instancePath:
                instancePath + '/rules/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/rules/additionalProperties/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
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
          instancePath: instancePath + '/rules',
          schemaPath: '#/properties/rules/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.allow !== undefined) {
      let data8 = data.allow;
      if (Array.isArray(data8)) {
        if (data8.length > 200) {
          const err15 = {
            instancePath: instancePath + '/allow',
            schemaPath: '#/properties/allow/maxItems',
            keyword: 'maxItems',
            params: { limit: 200 },
            message: 'must NOT have more than 200 items',
          };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
        const len1 = data8.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data9 = data8[i1];
          if (data9 && typeof data9 == 'object' && !Array.isArray(data9)) {
            if (data9.rule === undefined) {
              const err16 = {
                instancePath: instancePath + '/allow/' + i1,
                schemaPath: '#/properties/allow/items/required',
                keyword: 'required',
                params: { missingProperty: 'rule' },
                message: "must have required property '" + 'rule' + "'",
              };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
            if (data9.file === undefined) {
              const err17 = {
                instancePath: instancePath + '/allow/' + i1,
                schemaPath: '#/properties/allow/items/required',
                keyword: 'required',
                params: { missingProperty: 'file' },
                message: "must have required property '" + 'file' + "'",
              };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
            if (data9.reason === undefined) {
              const err18 = {
                instancePath: instancePath + '/allow/' + i1,
                schemaPath: '#/properties/allow/items/required',
                keyword: 'required',
                params: { missingProperty: 'reason' },
                message: "must have required property '" + 'reason' + "'",
              };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
            for (const key3 in data9) {
              if (!(key3 === 'rule' || key3 === 'file' || key3 === 'reason')) {
                const err19 = {
                  instancePath: instancePath + '/allow/' + i1,
                  schemaPath: '#/properties/allow/items/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key3 },
                  message: 'must NOT have additional properties',
                };
                if (vErrors === null) {
                  vErrors = [err19];
                } else {
                  vErrors.push(err19);
                }
                errors++;
              }
            }
            if (data9.rule !== undefined) {
              if (typeof data9.rule !== 'string') {
                const err20 = {
                  instancePath: instancePath + '/allow/' + i1 + '/rule',
                  schemaPath: '#/properties/allow/items/properties/rule/type',
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
            if (data9.file !== undefined) {
              let data11 = data9.file;
              if (typeof data11 === 'string') {
                if (!pattern0.test(data11)) {
                  const err21 = {
                    instancePath: instancePath + '/allow/' + i1 + '/file',
                    schemaPath: '#/properties/allow/items/properties/file/pattern',
                    keyword: 'pattern',
                    params: { pattern: '^.{1,200}$' },
                    message: 'must match pattern "' + '^.{1,200}$' + '"',
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
                  instancePath: instancePath + '/allow/' + i1 + '/file',
                  schemaPath: '#/properties/allow/items/properties/file/type',
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
            if (data9.reason !== undefined) {
              let data12 = data9.reason;
              if (typeof data12 === 'string') {
                if (!pattern1.test(data12)) {
                  const err23 = {
                    instancePath: instancePath + '/allow/' + i1 + '/reason',
                    schemaPath: '#/definitions/reason/pattern',
                    keyword: 'pattern',
                    params: { pattern: '[^\\s\\d\\W]{2}' },
                    message: 'must match pattern "' + '[^\\s\\d\\W]{2}' + '"',
                  };
                  if (vErrors === null) {
                    vErrors = [err23];
                  } else {
                    vErrors.push(err23);
                  }
                  errors++;
                }
              } else {
                const err24 = {
                  instancePath: instancePath + '/allow/' + i1 + '/reason',
                  schemaPath: '#/definitions/reason/type',
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
          } else {
            const err25 = {
              instancePath: instancePath + '/allow/' + i1,
              schemaPath: '#/properties/allow/items/type',
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
      } else {
        const err26 = {
          instancePath: instancePath + '/allow',
          schemaPath: '#/properties/allow/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
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
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err27];
    } else {
      vErrors.push(err27);
    }
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
