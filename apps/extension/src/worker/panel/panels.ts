import type { SessionId } from "@webhand/contracts/ids";
import type { Browser } from "wxt/browser";
import { browser } from "wxt/browser";
import type { WorkerPortMessage } from "../../messages.ts";
import { PanelPortMessage, panelPort } from "../../messages.ts";
import type { LogLine, ViewState } from "../../panel-state.ts";
import type { SenderFacts } from "./senders.ts";
import { identifySender } from "./senders.ts";

type Panel = {
	readonly port: Browser.runtime.Port;
	readonly isTab: boolean;
	windowId: number | null;
	tabId: number | null;
	sessionId: SessionId | null;
	/** How many states were asked for, and which of them was sent last. */
	asked: number;
	sent: number;
};

/** The connected panels. A panel whose worker dies connects to the next worker. */
export type Panels = {
	readonly accept: (port: Browser.runtime.Port) => void;
	/** Sends each panel its state, once for all changes within a moment. */
	readonly refresh: () => void;
	readonly log: (line: LogLine) => void;
	/** The chats that are shown. */
	readonly sessions: () => ReadonlySet<SessionId>;
	/** Sends a message to the panels that show a chat. */
	readonly tell: (sessionId: SessionId, message: WorkerPortMessage) => void;
	readonly isAnyOpen: () => boolean;
};

export type PanelDeps = {
	readonly own: { readonly id: string; readonly origin: string };
	readonly viewOf: (tabId: number | undefined, sessionId: SessionId | null) => Promise<ViewState>;
	readonly logLines: () => Promise<readonly LogLine[]>;
	/** A panel opened, or shows another chat, or closed. */
	readonly onWatch: () => void;
	readonly refused: (sender: SenderFacts) => void;
};

const gatherMs = 20;

export function createPanels(deps: PanelDeps): Panels {
	const panels = new Set<Panel>();
	let isDue = false;

	async function show(panel: Panel): Promise<void> {
		panel.asked += 1;
		const turn = panel.asked;
		const tabId = await shownTab(panel);
		const state = await deps.viewOf(tabId, panel.sessionId);
		// What took longer to read than a newer state is old.
		if (turn < panel.sent) return;
		panel.sent = turn;
		post(panel, { type: "view_state", state });
	}

	const refresh = () => {
		if (isDue) return;
		isDue = true;
		setTimeout(() => {
			isDue = false;
			for (const panel of panels) void show(panel);
		}, gatherMs);
	};

	return {
		refresh,
		log: (line) => {
			for (const panel of panels) post(panel, { type: "view_log", line });
		},
		sessions: () => new Set([...panels].flatMap(({ sessionId }) => sessionId ?? [])),
		tell: (sessionId, message) => {
			for (const panel of panels) if (panel.sessionId === sessionId) post(panel, message);
		},
		isAnyOpen: () => panels.size > 0,
		accept: (port) => {
			const knownSender = port.sender === undefined ? null : identifySender(port.sender, deps.own);
			if (port.name !== panelPort || knownSender === null || knownSender.kind === "page") {
				deps.refused(port.sender ?? {});
				port.disconnect();
				return;
			}
			const panel: Panel = { port, isTab: knownSender.isTab, windowId: null, tabId: null, sessionId: null, asked: 0, sent: 0 };
			panels.add(panel);
			void deps.logLines().then((lines) => post(panel, { type: "view_log_all", lines: [...lines] }));
			port.onDisconnect.addListener(() => {
				panels.delete(panel);
				deps.onWatch();
			});
			port.onMessage.addListener((raw: unknown) => {
				const message = PanelPortMessage.safeParse(raw);
				if (!message.success || message.data.type === "panel_ping") return;
				panel.windowId = message.data.windowId;
				panel.tabId = message.data.tabId ?? null;
				panel.sessionId = message.data.sessionId ?? null;
				void show(panel);
				deps.onWatch();
			});
		},
	};
}

/** A side panel follows its window; a panel in a tab shows the tab it names. */
async function shownTab(panel: Panel): Promise<number | undefined> {
	if (panel.isTab && panel.tabId !== null) return panel.tabId;
	if (panel.windowId === null) return undefined;
	const [tab] = await browser.tabs.query({ active: true, windowId: panel.windowId }).catch(() => []);
	return tab?.id;
}

function post(panel: Panel, message: WorkerPortMessage): void {
	try {
		panel.port.postMessage(message);
	} catch {
		// The port just broke; `onDisconnect` removes the panel.
	}
}
