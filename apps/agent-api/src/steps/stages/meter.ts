import type { Stage } from "../watch.ts";

/** Measures the stages of one step, in milliseconds. */
export type Meter = {
	readonly measure: <Result>(stage: Stage, work: () => Promise<Result>) => Promise<Result>;
	readonly total: () => number;
	readonly stages: () => Readonly<Partial<Record<Stage, number>>>;
};

/** Starts measuring; `elapsed` counts milliseconds from anywhere. */
export function createMeter(elapsed: () => number): Meter {
	const began = elapsed();
	const taken: Partial<Record<Stage, number>> = {};
	const total = () => rounded(elapsed() - began);
	return {
		total,
		stages: () => ({ ...taken, all: total() }),
		measure: async (stage, work) => {
			const from = elapsed();
			try {
				return await work();
			} finally {
				taken[stage] = rounded(elapsed() - from);
			}
		},
	};
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;
