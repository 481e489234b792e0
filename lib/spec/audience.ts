/** Who a prompt is for: a session of RFC-0009 §3, or one of the shared kinds that some systems tell apart. */
export type Audience = 'main' | 'shared' | 'subagent' | 'cron';
