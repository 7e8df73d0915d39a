import { Box, Text } from "@chakra-ui/react";
import type { Webhook } from "@webhand/contracts/authority/webhooks";
import {
	changeWebhookRoute,
	removeWebhookRoute,
	rotateWebhookRoute,
	testWebhookRoute,
	webhooksRoute,
} from "@webhand/contracts/authority/webhooks";
import { useState } from "react";
import { useRows, useSubmit } from "../../../kit/load/queries.ts";
import { CopyField } from "../../kit/copy/copy-field.tsx";
import { OnceCard } from "../../kit/copy/once-card.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { dayColumn } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { webhooksText as text } from "./words.ts";

type Made = { readonly webhook: Webhook; readonly secret: string };
const tones = { active: "good", paused: "off", failing: "waiting" } as const;

const columns: readonly Column<Webhook>[] = [
	{ key: "url", value: ({ url }) => url, shown: ({ url }) => <Text overflowWrap="anywhere">{url}</Text> },
	{ key: "events", shown: ({ events }) => events.map((event) => text.event[event]).join("; ") },
	{
		key: "state",
		value: ({ state }) => state,
		shown: ({ state, failingSince }) => (
			<Box>
				<StateWord tone={tones[state]}>{text.states[state]}</StateWord>
				{failingSince === undefined ? null : <Quiet>{text.failingSince(failingSince)}</Quiet>}
			</Box>
		),
	},
	dayColumn("at", ({ createdAt }) => createdAt),
];

/** The webhooks of the tenant: add, pause, test, give a new secret, remove. */
export function WebhookListPage({ api, go }: PageProps) {
	const list = useRows(api, { route: webhooksRoute, list: "webhooks" });
	const changing = useChange();
	const [made, setMade] = useState<Made | null>(null);
	const [told, setTold] = useState("");
	const { retry } = list.loaded;
	const doing = useSubmit(async (act: () => Promise<string>) => {
		setTold("");
		setTold(await act());
	});
	const onMade = (given: Made) => {
		setMade(given);
		retry();
	};
	const actionsOf = ({ id, url, state }: Webhook) => {
		const params = { id };
		const setState = async (next: "active" | "paused") => {
			await api.call(changeWebhookRoute, { params, body: { state: next } });
			retry();
			return next === "active" ? text.resumed : text.paused;
		};
		const sendTest = async () => {
			await api.call(testWebhookRoute, { params });
			return text.tested;
		};
		return [
			{ label: text.log, onChoose: () => go(pathOf({ page: "webhooks", parts: [id] })) },
			{ label: text.sendTest, onChoose: () => void doing.submit(sendTest) },
			state === "active"
				? { label: text.pause, onChoose: () => void doing.submit(() => setState("paused")) }
				: { label: text.resume, onChoose: () => void doing.submit(() => setState("active")) },
			changing.action(text.rotate, {
				title: text.rotateTitle(url),
				lead: text.rotateEffect,
				confirm: text.rotateConfirm,
				act: async () => {
					onMade(await api.call(rotateWebhookRoute, { params }));
					setTold(text.rotated);
					return "";
				},
			}),
			changing.action(text.remove, {
				title: text.removeTitle(url),
				lead: text.removeEffect,
				confirm: text.removeConfirm,
				isHarmful: true,
				act: async () => {
					await api.call(removeWebhookRoute, { params });
					if (made?.webhook.id === id) setMade(null);
					retry();
					setTold(text.removed);
					return "";
				},
			}),
		];
	};
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			told={told}
			form={
				<>
					<WebhookForm api={api} onAdded={onMade} />
					{made === null ? null : <SecretOnce key={made.secret} {...made} onHide={() => setMade(null)} />}
					{doing.problem === null ? null : <ProblemView problem={doing.problem} />}
				</>
			}
			columns={columns}
			keyOf={({ id }) => id}
			actions={{ nameOf: ({ url }) => url, of: actionsOf }}
		/>
	);
}

/** A new secret. */
function SecretOnce({ webhook, secret, onHide }: Made & { readonly onHide: () => void }) {
	return (
		<OnceCard title={text.secretTitle(webhook.url)} lead={text.secretLead} hide={text.hide} onHide={onHide}>
			<CopyField label={text.secret} value={secret} copy={text.copySecret}>
				{text.copy}
			</CopyField>
		</OnceCard>
	);
}
