import type { TaskView } from "@webhand/contracts/agent/task-trace";
import { shareTaskRoute, unshareTaskRoute } from "@webhand/contracts/agent/task-trace";
import type { SignedInApi } from "../../../../signed-in-api.ts";
import { ShareLink } from "../../../kit/share-link.tsx";
import { pathOf } from "../../../place/place.ts";
import { tracesText } from "../words.ts";

type Props = { readonly api: SignedInApi; readonly task: Pick<TaskView, "taskId" | "share"> };

/** The owner shares a task inside the organization by a link, and takes that back. */
export function ShareTask({ api, task: { taskId, share } }: Props) {
	const params = { taskId };
	return (
		<ShareLink
			text={tracesText}
			share={share}
			pathWith={(given) => pathOf({ page: "traces", parts: [taskId], query: { share: given } })}
			onShare={async () => (await api.call(shareTaskRoute, { params })).share}
			onUnshare={async () => void (await api.call(unshareTaskRoute, { params }))}
		/>
	);
}
