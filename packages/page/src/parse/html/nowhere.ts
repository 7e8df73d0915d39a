/** Simplified HTML does not say where things are: all of it counts as visible. */
export const nowhere = { zone: "view", distance: 0 } as const;
