import type { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { removeWorkspaceRoute, trustGitRoute } from "@webhand/contracts/tools/workspaces";
import type { PageApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { workspacesText } from "./words.ts";

const text = workspacesText;

/** Closes a workspace; its files stay. */
export function closeChange(api: PageApi, { id, name, root_path: path }: OperatorWorkspace, onClosed: () => void): Change {
	return {
		title: text.closeTitle(name),
		lead: text.closeEffect(path),
		confirm: text.closeConfirm,
		isHarmful: true,
		act: async () => {
			await api.call(removeWorkspaceRoute, { params: { id } });
			onClosed();
			return text.closed(name);
		},
	};
}

/** Trusts the git folder that is there now. */
export function trustChange(api: PageApi, { id, name }: OperatorWorkspace, onTrusted: (workspace: OperatorWorkspace) => void): Change {
	return {
		title: text.trustTitle(name),
		lead: text.trustEffect,
		confirm: text.trustConfirm,
		act: async () => {
			onTrusted((await api.call(trustGitRoute, { params: { id } })).workspace);
			return text.trusted(name);
		},
	};
}
