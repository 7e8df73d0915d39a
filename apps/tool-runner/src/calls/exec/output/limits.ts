/**
 * A piece of a command's output. `seq` counts from 1 without a hole; `off` are the bytes of its stream before it, `at` those of both;
 * `ts` is in milliseconds since the epoch.
 */
export type OutputEntry = {
	readonly seq: number;
	readonly stream: "stdout" | "stderr";
	readonly off: number;
	readonly at: number;
	readonly ts: number;
	readonly data: Buffer;
};

/** Bounds of output in bytes: an entry, what is kept of the beginning, what is kept in all, what may wait before the program does. */
export const outputLimits = {
	entry: 16_384,
	head: 1_048_576,
	kept: 8_388_608,
	waiting: 1_048_576,
	most: 67_108_864,
	shown: 65_536,
} as const;
