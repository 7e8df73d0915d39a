import { ApiError } from "@webhand/client/api-error";
import { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { ReadApproval } from "../../src/panel/ask/server-approvals.tsx";

const approval = (letter: string, part: Partial<Record<keyof PendingApproval, unknown>>): PendingApproval =>
	PendingApproval.parse({
		id: `apr_${letter.repeat(22)}`,
		toolCallId: "c1",
		tier: "individual",
		status: "pending",
		args: {},
		sessionId: "77e5b5f0-1111-4a4c-9f0e-0a5c0f7f0001",
		workspace: { id: `wsp_${"a".repeat(22)}`, name: "Demo shop" },
		command: null,
		commandArgs: [],
		cwd: "",
		ruleText: { once: "This call only, in the next 10 minutes" },
		createdAt: "2026-03-02T10:00:00Z",
		expiresAt: "2026-03-02T18:00:00Z",
		...part,
	});

const lines = Array.from({ length: 60 }, (_, index) => `+Line ${index + 1} of the new price list, in full`);
const change = {
	toolName: "fs.write",
	effect: "Changes prices/kettles.md: 60 lines added, 1 removed",
	diff: [
		{
			path: "prices/kettles.md",
			type: "modify",
			linesAdded: 60,
			linesRemoved: 1,
			preview: "",
			hunks: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 61, lines: [" # Kettles", "-Blue kettle 49.90 €", ...lines] }],
		},
	],
};

/** Approvals that questions of the gallery are about. */
export const serverApprovals = {
	change: approval("1", change),
	command: approval("2", {
		toolName: "exec.run",
		command: "npm",
		commandArgs: ["run", "import", "--", "two words"],
		cwd: "packages/shop",
		effect: 'Runs npm run import -- "two words" in the folder packages/shop. It may change the workspace\'s files',
		args: {
			argv: ["npm", "run", "import", "--", "two words"],
			cwd: "packages/shop",
			env: { CI: "1", SHOP_KEY: "sample-of-forty-characters-in-full-length" },
			stdin: Array.from({ length: 30 }, (_, index) => `kettle ${index + 1};49.90`).join("\n"),
		},
		notShown: ["1,204 characters of stdin"],
	}),
	loading: approval("3", change),
	failing: approval("4", change),
} as const;

/** Answers as the server would: one never, one with an error. */
export const readSample: ReadApproval = async (id) => {
	if (id === serverApprovals.loading.id) return await new Promise<never>(() => undefined);
	const found = Object.values(serverApprovals).find((one) => one.id === id);
	if (found === undefined || found === serverApprovals.failing)
		throw new ApiError({ status: 503, code: "TOOL_RUNNER_UNAVAILABLE", message: "The server tools do not answer", requestId: "req-1" });
	return found;
};
