import { useEffect, useMemo, useReducer, useState } from "react";
import { attachmentLimits, dropFiles, saveFiles } from "../../attachments.ts";
import { text } from "../../text/en.ts";
import { Provider } from "../../ui/kit/provider.tsx";
import type { PanelActions } from "../../ui/panel.tsx";
import { Panel } from "../../ui/panel.tsx";
import { commandsOf } from "../../view/commands.ts";
import { emptyModel } from "../../view/model.ts";
import { reduce } from "../../view/reducer.ts";
import { askChrome, openSettings, readLooks, readNoticesSeen, rememberNotice, showTab, watch } from "../../view/transport.ts";

export function App() {
	const [model, dispatch] = useReducer(reduce, emptyModel);
	const [looks, setLooks] = useState<Awaited<ReturnType<typeof readLooks>>>({ showThinking: false, density: "comfortable" });
	const command = useMemo(() => commandsOf(dispatch), []);

	useEffect(
		() =>
			watch({
				onLink: (isLinked) => dispatch({ type: isLinked ? "linked" : "unlinked" }),
				onMessage: (message) => {
					if (message.type === "view_state") dispatch({ type: "state_arrived", state: message.state });
					else if (message.type === "view_log") dispatch({ type: "log_arrived", line: message.line });
				},
			}),
		[],
	);
	useEffect(() => {
		void readLooks().then(setLooks);
		void readNoticesSeen().then((domains) => {
			for (const domain of domains) dispatch({ type: "notice_closed", domain });
		});
	}, []);

	const actions: PanelActions = {
		command,
		onDraft: (draft) => dispatch({ type: "draft_changed", draft }),
		onFiles: (picked) => {
			const tooBig = picked.find(({ size }) => size > attachmentLimits.bytes);
			if (tooBig !== undefined) {
				const message = text.chat.fileTooBig(tooBig.name);
				dispatch({ type: "command_failed", problem: { command: "run_attach", code: "FILE_TOO_BIG", message, fields: [] } });
				return;
			}
			void saveFiles(picked).then(async (files) => {
				const run = model.state?.run;
				if (run?.state === "running") await command("run_attach", { tabId: run.tabId, attachments: files });
				else dispatch({ type: "files_added", files });
			});
		},
		onFileRemoved: (id) => {
			dispatch({ type: "file_removed", id });
			void dropFiles([id]);
		},
		onAskAutonomous: () => dispatch({ type: "autonomous_asked" }),
		onCloseAutonomous: () => dispatch({ type: "autonomous_closed" }),
		onToggleLog: () => dispatch({ type: "log_toggled" }),
		onNoticeClosed: (domain, again) => {
			dispatch({ type: "notice_closed", domain });
			if (!again) void rememberNotice(domain);
		},
		onSettings: openSettings,
		onShowTab: showTab,
		onChromeGrant: (wait) =>
			void askChrome(wait).then((isAllowed) => (isAllowed ? command("site_grant", { domain: wait.domain, scope: "task" }) : undefined)),
	};

	return (
		<Provider>
			<Panel model={{ ...model, density: looks.density }} showThinking={looks.showThinking} actions={actions} />
		</Provider>
	);
}
