const firstMs = 1_000;
const longestMs = 10_000;

export type ProbeDeps = {
	readonly isOffline: () => boolean;
	/** Somebody looks at a panel. */
	readonly isWatched: () => boolean;
	readonly ask: () => Promise<unknown>;
};

/** Asks again while the server cannot be reached and somebody watches, so that the panel says at once when it is back. */
export function createProbe(deps: ProbeDeps): { readonly check: () => void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const next = (waitMs: number) => {
		timer = setTimeout(async () => {
			timer = undefined;
			if (!deps.isOffline() || !deps.isWatched()) return;
			await deps.ask().catch(() => undefined);
			if (deps.isOffline()) next(Math.min(longestMs, waitMs * 2));
		}, waitMs);
	};
	return {
		check: () => {
			if (timer === undefined && deps.isOffline() && deps.isWatched()) next(firstMs);
		},
	};
}
