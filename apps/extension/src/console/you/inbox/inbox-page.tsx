import { Button, Stack } from "@chakra-ui/react";
import { waitingRoute } from "@webhand/contracts/agent/waiting";
import { useState } from "react";
import { useRows } from "../../../kit/load/queries.ts";
import { usePolling } from "../../../kit/load/use-polling.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import { ResourcePage } from "../../kit/resource-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { WaitingCard } from "./waiting-card.tsx";
import { inboxText as text } from "./words.ts";

const lookEveryMs = 3_000;

/** What waits for the person, over all tasks and runs. It follows by itself. */
export function InboxPage({ api }: PageProps) {
	const list = useRows(api, { route: waitingRoute, list: "waiting" });
	const changing = useChange();
	const [told, setTold] = useState("");
	const { retry } = list.loaded;
	usePolling({ isOn: true, everyMs: lookEveryMs, poll: async () => retry() });
	const onAnswered = (done: string) => {
		setTold(done);
		retry();
	};
	return (
		<ResourcePage text={text} list={list} changing={changing} told={told}>
			{(entries, more) => (
				<Stack gap="4">
					{entries.map((entry) => (
						<WaitingCard key={entry.id} api={api} entry={entry} ask={changing.ask} onAnswered={onAnswered} />
					))}
					{more === undefined ? null : (
						<Button alignSelf="center" size="sm" variant="outline" loading={more.isLoading} loadingText={text.more} onClick={more.onMore}>
							{text.more}
						</Button>
					)}
				</Stack>
			)}
		</ResourcePage>
	);
}
