/** What stands on every answer: by hand, since a plugin for it halves what the server can answer. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** On the document: its own files and the server alone, no inline script, and text becomes HTML by DOMPurify alone. */
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify',
    'report-uri /csp',
  ].join('; '),
} as const;

/** On what was built: its name says what is in it. */
export const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
