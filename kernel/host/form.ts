/** A form that an agent asks its human to fill in (ACP elicitation): one question per field, in order. */
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  ElicitationFormMode,
  ElicitationPropertySchema,
} from '@agentclientprotocol/sdk';
import { FORM_FIELDS, FORM_MESSAGE_MAX_CHARS } from '#lib/spec/limits.ts';
import type { Human } from '#kernel/contract/events.ts';

type Value = string | number | boolean;

/** No line of its words begins where the kernel's do. Declined where nobody is there, and where nobody would read it to its end; cancelled when the human stops answering, or `signal` withdraws it. Empty answers are left out. */
export const fillForm = async (
  request: CreateElicitationRequest,
  human: Human | undefined,
  asker: string,
  signal: AbortSignal,
): Promise<CreateElicitationResponse> => {
  const properties = propertiesOf(request);
  if (human === undefined || properties === undefined) return { action: 'decline' };
  const isTooLong =
    Object.keys(properties).length > FORM_FIELDS || request.message.length > FORM_MESSAGE_MAX_CHARS;
  if (isTooLong) return { action: 'decline' };
  const content: Record<string, Value> = {};
  let message = `${request.message}\n`;
  for (const [name, property] of Object.entries(properties)) {
    const asked = `${message}${labelOf(name, property)}`.replaceAll(/\r\n?|\n/g, '\n  ');
    const answer = await human.answer(`${asker} asks: ${asked}: `, signal);
    if (answer === undefined) return { action: 'cancel' };
    const value = valueOf(answer.trim(), property.type);
    if (value !== undefined) content[name] = value;
    message = '';
  }
  return { action: 'accept', content };
};

const propertiesOf = (
  request: CreateElicitationRequest,
): Record<string, ElicitationPropertySchema> | undefined =>
  isForm(request) ? request.requestedSchema.properties : undefined;

type Form = CreateElicitationRequest & ElicitationFormMode;

/** The mode is an open set in the protocol, so the type alone does not tell. */
const isForm = (request: CreateElicitationRequest): request is Form =>
  request.mode === 'form' && typeof request['requestedSchema'] === 'object';

const labelOf = (name: string, property: ElicitationPropertySchema): string =>
  'title' in property && typeof property.title === 'string' ? property.title : name;

const valueOf = (answer: string, type: string): Value | undefined => {
  if (answer === '') return undefined;
  switch (type) {
    case 'string':
      return answer;
    case 'boolean':
      return /^(y|yes|true|1)$/i.test(answer);
    case 'number':
    case 'integer': {
      const number = Number(answer);
      return Number.isNaN(number) ? undefined : number;
    }
    default:
      return undefined;
  }
};
