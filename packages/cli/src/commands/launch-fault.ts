/** The first line of an error: Playwright writes its log below. @throws never */
export const firstLine = (cause: unknown): string => messageOf(cause).split("\n", 1)[0] ?? "";

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Why Chromium did not start, and the cure. Chromium tells of its sandbox in the log below the first line. @throws never */
export function launchFaultOf(cause: unknown): string {
	if (/No usable sandbox|sandboxing failed|crbug\.com\/(?:357670|638180)/i.test(messageOf(cause)))
		return `Chromium's sandbox cannot start here.
Ubuntu 23.10 and later: \`sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0\`
A container that is thrown away: --no-sandbox`;
	return `No Chromium could be started: \`npx playwright-core install chromium\`, or CHROMIUM_BIN. ${firstLine(cause)}`;
}
