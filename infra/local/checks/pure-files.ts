// Files whose functions turn data into data: no client, clock, randomness or waiting. The boundaries and the source rules check them.
const pureFiles = [
	/^apps\/[^/]+\/src\/.+\/policy\.ts$/,
	/^apps\/agent-api\/src\/policy\/(gate|progress|verify)\/.+\.ts$/,
	/^apps\/agent-api\/src\/decider\/llm\/answer\/.+\.ts$/,
	/^apps\/agent-api\/src\/(tasks\/runs|chats\/sessions)\/map\.ts$/,
	/^apps\/agent-api\/src\/chats\/realtime\/wire\/(protocol|handshake)\.ts$/,
	/^apps\/agent-api\/src\/policy\/secrets\/mask\.ts$/,
	/^apps\/agent-api\/src\/tasks\/history\/(cursor|how-to)\.ts$/,
	/^apps\/agent-api\/src\/decider\/replay\/progress\.ts$/,
	/^apps\/agent-api\/src\/host\/workspaces\/summary\.ts$/,
	/^apps\/agent-api\/src\/host\/approvals\/row\.ts$/,
	/^apps\/knowledge-proxy\/src\/index\/(chunk|vectors\/nearest)\.ts$/,
	/^apps\/tool-runner\/src\/sandbox\/(argv|calls|seccomp)\.ts$/,
	/^apps\/tool-runner\/src\/git\/(arguments|programs|output\/.+)\.ts$/,
	/^apps\/tool-runner\/src\/commands\/(flags|environment|default-rules\/.+)\.ts$/,
	/^apps\/tool-runner\/src\/files\/patch\/(edits|names|parse|place)\.ts$/,
	/^apps\/extension\/src\/.+\/(policy|retry|guard|site|reducer|cases|export)\.ts$/,
	/^packages\/(contracts|lexicon|rules)\/src\/.+\.ts$/,
	// The library that reads workbooks unpacks them in a thread, so those two wait.
	/^packages\/routines\/src\/(?!rows\/(read|xlsx)\.ts$).+\.ts$/,
	/^packages\/search\/src\/(expand|fuse|search|terms)\.ts$/,
	/^packages\/page\/src\/(layout|parse|write)\/.+\.ts$/,
	/^packages\/page\/src\/(watch\/quiet|execute\/guard)\.ts$/,
];

const testFile = /\.test\.tsx?$/;

/** True for a file that must hold decisions only; `file` is relative to the root, with forward slashes. Tests are never pure files. */
export function isPureFile(file: string): boolean {
	return !testFile.test(file) && pureFiles.some((pattern) => pattern.test(file));
}

/** The same list as regular expression sources, for dependency-cruiser. */
export const pureFilePatterns: readonly string[] = pureFiles.map((pattern) => pattern.source);
