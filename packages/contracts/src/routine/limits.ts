/** How much a routine may hold. */
export const routineLimits = { steps: 200, depth: 4, inputs: 60, rows: 10_000, fileBytes: 2_000_000, calls: 3 } as const;
