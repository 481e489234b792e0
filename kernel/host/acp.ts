/** The package of the Agent Client Protocol, which is loaded while the agent starts. */
export type Acp = typeof import('@agentclientprotocol/sdk');
