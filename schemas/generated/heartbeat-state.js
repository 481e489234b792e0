/* oxlint-disable */
// Written by scripts/validators.ts.
'use strict';
export const isHeartbeatState = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://raw.githubusercontent.com/soverane/yamo/main/schemas/heartbeat-state.schema.json',
  title: 'yamo heartbeat state',
  description:
    'memory/heartbeat-state.json (RFC-0009 §2.9): when each regular check last ran. Other members are free.',
  type: 'object',
  required: ['lastChecks'],
  properties: {
    lastChecks: {
      description: 'The checks, under any names.',
      type: 'object',
      additionalProperties: {
        description:
          'Whole seconds since 1970, or null for a check that has never run. What is larger than the maximum (the year 5138) is no time in seconds.',
        type: ['integer', 'null'],
        minimum: 0,
        maximum: 100000000000,
      },
    },
  },
};
function validate10(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data } = {},
) {
  /*# sourceURL="https://raw.githubusercontent.com/soverane/yamo/main/schemas/heartbeat-state.schema.json" */ let vErrors =
    null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.lastChecks === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'lastChecks' },
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.lastChecks !== undefined) {
      let data0 = data.lastChecks;
      if (data0 && typeof data0 == 'object' && !Array.isArray(data0)) {
        for (const key0 in data0) {
          let data1 = data0[key0];
          if (
            !(typeof data1 == 'number' && !(data1 % 1) && !isNaN(data1) && isFinite(data1)) &&
            data1 !== null
          ) {
            const err1 = {
              instancePath:
                instancePath + '/lastChecks/' + key0.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/lastChecks/additionalProperties/type',
              keyword: 'type',
              params: { type: schema11.properties.lastChecks.additionalProperties.type },
            };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (typeof data1 == 'number' && isFinite(data1)) {
            if (data1 > 100000000000 || isNaN(data1)) {
              const err2 = {
                instancePath:
                  instancePath + '/lastChecks/' + key0.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/properties/lastChecks/additionalProperties/maximum',
                keyword: 'maximum',
                params: { comparison: '<=', limit: 100000000000 },
              };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
            if (data1 < 0 || isNaN(data1)) {
              const err3 = {
                instancePath:
                  instancePath + '/lastChecks/' + key0.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/properties/lastChecks/additionalProperties/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
              };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          }
        }
      } else {
        const err4 = {
          instancePath: instancePath + '/lastChecks',
          schemaPath: '#/properties/lastChecks/type',
          keyword: 'type',
          params: { type: 'object' },
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
    };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
