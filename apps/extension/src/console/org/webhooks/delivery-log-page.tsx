import { Box, Button, Code, Link, Stack, Text } from "@chakra-ui/react";
import type { Delivery } from "@webhand/contracts/authority/webhooks";
import { deliveriesRoute, resendRoute } from "@webhand/contracts/authority/webhooks";
import type { WebhookId } from "@webhand/contracts/ids";
import { useState } from "react";
import { DialogFrame } from "../../../kit/dialogs/dialog-frame.tsx";
import { useRows, useSubmit } from "../../../kit/load/queries.ts";
import { usePolling } from "../../../kit/load/use-polling.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { FactList } from "../../kit/fact-list.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { consoleText } from "../../words.ts";
import { deliveriesText as text } from "./words.ts";

const tones = { pending: "waiting", delivered: "good", failed: "off" } as const;
const lookEveryMs = 3_000;

const columns: readonly Column<Delivery>[] = [
	{ key: "type", value: ({ type }) => type, shown: ({ type }) => <Text fontFamily="mono">{type}</Text> },
	{
		key: "state",
		value: ({ state }) => state,
		shown: (delivery) => (
			<Box>
				<StateWord tone={tones[delivery.state]}>{text.states[delivery.state]}</StateWord>
				<Quiet>{lastOf(delivery)}</Quiet>
			</Box>
		),
	},
	{ key: "at", value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => formatTime(createdAt) },
];

/** What the last attempt gave, and when the next one is. */
function lastOf({ state, attempts, status, problem, nextAt }: Delivery): string {
	const parts = [
		problem === undefined ? "" : text.problems[problem],
		status === undefined ? "" : text.answered(status),
		attempts === 0 || state === "delivered" ? "" : text.tries(attempts),
		nextAt === undefined || attempts === 0 ? "" : text.next(nextAt),
	];
	return parts.filter((part) => part !== "").join(" · ");
}

/** The log of a webhook: what was sent and what came of it. It follows by itself. */
export function DeliveryLogPage({ api, id }: PageProps & { readonly id: WebhookId }) {
	const list = useRows(api, { route: deliveriesRoute, list: "deliveries", input: { params: { id }, query: {} } });
	const [shown, setShown] = useState<Delivery | null>(null);
	const [told, setTold] = useState("");
	const { retry } = list.loaded;
	usePolling({ isOn: true, everyMs: lookEveryMs, poll: async () => retry() });
	const resending = useSubmit(async (delivery: Delivery) => {
		setTold("");
		await api.call(resendRoute, { params: { id, deliveryId: delivery.id } });
		setTold(text.resent);
		retry();
	});
	return (
		<Stack gap="4">
			<Link href={`#${pathOf({ page: "webhooks" })}`} color="brand.fg" alignSelf="start">
				{text.back}
			</Link>
			<TablePage
				text={text}
				list={list}
				told={told}
				form={resending.problem === null ? null : <ProblemView problem={resending.problem} />}
				columns={columns}
				keyOf={(delivery) => delivery.id}
				actions={{
					nameOf: (delivery) => delivery.id,
					of: (delivery) => [
						{ label: text.show, onChoose: () => setShown(delivery) },
						{ label: text.resend, onChoose: () => void resending.submit(delivery) },
					],
				}}
			/>
			{shown === null ? null : <Message delivery={shown} onClose={() => setShown(null)} />}
		</Stack>
	);
}

function Message({ delivery, onClose }: { readonly delivery: Delivery; readonly onClose: () => void }) {
	const { id, type, lastAt, body, createdAt } = delivery;
	const facts = [
		{ name: text.facts.id, value: id },
		{ name: text.facts.at, value: formatTime(createdAt) },
		...(lastAt === undefined ? [] : [{ name: text.facts.last, value: `${formatTime(lastAt)} · ${lastOf(delivery)}` }]),
	];
	return (
		<DialogFrame
			title={type}
			size="lg"
			scrollBehavior="inside"
			onClose={onClose}
			footer={
				<Button type="button" size="sm" variant="outline" onClick={onClose}>
					{consoleText.close}
				</Button>
			}
		>
			<Stack gap="4">
				<FactList facts={facts} />
				<Text fontWeight="medium">{text.body}</Text>
				<Code display="block" whiteSpace="pre-wrap" overflowWrap="anywhere" p="3" bg="bg.sunken" color="fg" fontSize="xs">
					{JSON.stringify(JSON.parse(body), null, 2)}
				</Code>
			</Stack>
		</DialogFrame>
	);
}
