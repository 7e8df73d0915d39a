import { useEffect, useMemo, useReducer, useState } from "react";
import { Provider } from "../../ui/kit/provider.tsx";
import type { PanelActions } from "../../ui/panel.tsx";
import { Panel } from "../../ui/panel.tsx";
import { commandsOf } from "../../view/commands.ts";
import { emptyModel } from "../../view/model.ts";
import { reduce } from "../../view/reducer.ts";
import { askChrome, openSettings, readNoticesSeen, readShowThinking, rememberNotice, showTab, watch } from "../../view/transport.ts";

/** The panel, bound to its worker. */
export function App() {
	const [model, dispatch] = useReducer(reduce, emptyModel);
	const [showThinking, setShowThinking] = useState(true);
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
		void readShowThinking().then(setShowThinking);
		void readNoticesSeen().then((domains) => {
			for (const domain of domains) dispatch({ type: "notice_closed", domain });
		});
	}, []);

	const actions: PanelActions = {
		command,
		onDraft: (draft) => dispatch({ type: "draft_changed", draft }),
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
			<Panel model={model} showThinking={showThinking} actions={actions} />
		</Provider>
	);
}
