import type { Runner } from "@webhand/contracts/auth/runners";
import type { RunnerState } from "@webhand/contracts/routine/runner";

/** A runner as auth knows it, with what it last said of itself. */
export type SeenRunner = Runner & { readonly seen: RunnerState | undefined };

/** What a runner's row says of it. */
export type RunnerStatus = "online" | "draining" | "offline" | "coded" | "out" | "suspended";

/** How a runner stands: what keeps it from runs comes first. @throws never */
export function statusOf({ account, isEnrolled, code, seen }: Pick<SeenRunner, "account" | "isEnrolled" | "code" | "seen">): RunnerStatus {
	if (account.status === "suspended") return "suspended";
	if (!isEnrolled) return code === null ? "out" : "coded";
	if (seen?.isOnline !== true) return "offline";
	return seen.isDraining ? "draining" : "online";
}

/** Labels as they are typed, with commas between. @throws never */
export function labelsOf(typed: string): string[] {
	return [
		...new Set(
			typed
				.split(",")
				.map((label) => label.trim().toLowerCase())
				.filter((label) => label !== ""),
		),
	];
}

/** A text as one word of a command line. @throws never */
export function quoted(text: string): string {
	return /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
