import { RunnerStatus, runnerStatusRoute } from "@webhand/contracts/tools/availability";

/** Asks the tool-runner how it is, with the caller's own token. @returns null when it does not answer well; never throws */
export type AskRunner = (token: string, signal: AbortSignal) => Promise<RunnerStatus | null>;

const limitMs = 1_000;

/** Opens the way to the tool-runner. */
export function createAskRunner(runnerUrl: string): AskRunner {
	const address = new URL(runnerStatusRoute.path, runnerUrl);
	return async (token, signal) => {
		try {
			const response = await fetch(address, {
				headers: { authorization: `Bearer ${token}` },
				redirect: "error",
				signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
			});
			if (response.ok) return RunnerStatus.parse(await response.json());
			await response.body?.cancel();
			return null;
		} catch {
			return null;
		}
	};
}
