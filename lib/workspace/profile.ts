/** What the kernel itself needs of USER.md (RFC-0009 §2.3). */

/** The value of the `Timezone` line; `undefined` if there is none or it is a placeholder. Not checked further. */
export const timezoneOf = (user: string): string | undefined => {
  const value = /^[ \t]*(?:[-*][ \t]+)?(?:\*\*)?time ?zone(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*(.*)$/im
    .exec(user)?.[1]
    ?.trim();
  const isPlaceholder = value === undefined || !/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(value);
  return isPlaceholder ? undefined : value;
};
