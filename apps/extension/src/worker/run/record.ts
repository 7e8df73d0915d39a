import type { SessionId } from "@webhand/contracts/ids";
import type { RunRecord } from "../../storage.ts";

export type RunStart = {
	readonly runKey: string;
	readonly owner: RunRecord["owner"];
	readonly tabId: number;
	readonly windowId: number;
	readonly sessionId: SessionId;
	readonly query: string;
	readonly files: RunRecord["files"];
	readonly at: number;
};

const defaultMaxSteps = 50;

export function newRun({ runKey, owner, tabId, windowId, sessionId, query, files, at }: RunStart): RunRecord {
	return {
		runKey,
		owner,
		tabId,
		currentTabId: tabId,
		tabs: [tabId],
		windowId,
		groupId: null,
		sessionId,
		query,
		taskId: null,
		sites: [],
		refused: [],
		phase: "look",
		end: null,
		wait: null,
		resumeAt: null,
		attempts: { count: 0, since: 0 },
		staleInRow: 0,
		key: null,
		pending: null,
		intent: null,
		acted: null,
		report: null,
		isPending: false,
		frames: [],
		highestId: 0,
		hadDialog: false,
		download: null,
		isUnmarked: false,
		files,
		lastAct: null,
		trusted: { sites: [], refused: [] },
		clipboard: null,
		lastUrl: null,
		cancel: "none",
		status: null,
		plan: null,
		stepIndex: null,
		maxSteps: defaultMaxSteps,
		steps: [],
		notes: [],
		question: null,
		missingInformation: [],
		answer: null,
		failure: null,
		warnings: [],
		cost: null,
		startedAt: at,
		endedAt: null,
	};
}
