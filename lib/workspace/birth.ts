export type Birth = {
  agent: {
    name?: string;
    role?: string;
    personality?: string;
    values: readonly string[];
    capabilities: readonly string[];
  };
  user: {
    name?: string;
    timezone?: string;
    communicationStyle?: string;
    language?: string;
    projects: readonly string[];
    preferences: readonly string[];
    notes: readonly string[];
  };
};
const get = (text: string, key: string): string | undefined =>
  new RegExp(`^\\*\\*${key}:\\*\\* (.*)$`, 'm').exec(text)?.[1];
const opt = <K extends string>(k: K, v: string | undefined) =>
  (v === undefined ? {} : { [k]: v }) as { [P in K]?: string };
export const readBirth = (orders: string): Birth => {
  const [a = '', u = ''] = orders.split('## User');
  return {
    agent: {
      ...opt('name', get(a, 'Name')),
      ...opt('role', get(a, 'Role')),
      values: [],
      capabilities: [],
    },
    user: {
      ...opt('name', get(u, 'Name')),
      ...opt('timezone', get(u, 'Timezone')),
      ...opt('communicationStyle', get(u, 'Communication style')),
      projects: [],
      preferences: [],
      notes: [],
    },
  };
};
export const soulText = (_: Birth, { name, role }: { name: string; role: string }): string =>
  `# Soul\n\nYou are ${name}, a ${role}.\n`;
export const userText = ({ user }: Birth): string =>
  `# User Profile\n\n**Name:** ${user.name ?? ''}\n**Timezone:** ${user.timezone ?? ''}\n`;
export const readIdentity = (soul: string): { name?: string; role?: string } => {
  const [, name, role] = /You are (.+?), an? (.+?)( for .*)?\.?$/m.exec(soul) ?? [];
  return { ...opt('name', name), ...opt('role', role) };
};
