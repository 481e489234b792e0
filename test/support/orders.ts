/** Bootstrap instructions in both forms, for tests of the guard. */
export const ORDERS_MD =
  '# First boot Certificate\n\n**Name:** Robin\n**Password to use once:** tide-table-7\n';

export const ORDERS_YAMO = `name: birth_of_robin;
version: 1.0.0;
---
agent: Newborn;
intent: become_robin;
context:
  agent_name;Robin;
meta:
  rationale;one agent for one person;
log: birth_ordered;agent;Robin;
handoff: End;
`;
