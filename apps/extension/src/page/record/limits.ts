/** What the notice of a recorded act holds at most. */
export const recordedLimits = { ids: 20, radios: 50, values: 50, options: 200, files: 20, fileName: 255, text: 10_000 } as const;
