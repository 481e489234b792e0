/** Errors as the Messages API tells them. */

export interface ApiFault {
  readonly status: number;
  /** Such as `overloaded_error`. */
  readonly type: string;
  readonly message: string;
  /** Seconds, for the header `retry-after`. */
  readonly retryAfter?: number;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly fault: ApiFault;

  constructor(fault: ApiFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The body of an answer, and the data of an `error` event. */
export const errorBody = ({ type, message }: ApiFault, requestId: string): object => ({
  type: 'error',
  error: { type, message },
  request_id: requestId,
});

/** The type that belongs to a status. */
export const errorType = (status: number): string => TYPES[status] ?? 'api_error';

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};
