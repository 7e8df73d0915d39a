import { RunnerStatus, runnerStatusRoute } from "@webhand/contracts/tools/availability";

/** Reads the status of the tool-runner with the caller's token. @returns null without a good reply; never throws */
export type AskRunner = (token: string, signal: AbortSignal) => Promise<RunnerStatus | null>;

const limitMs = 1_000;

/** Reads the status over HTTP. */
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
