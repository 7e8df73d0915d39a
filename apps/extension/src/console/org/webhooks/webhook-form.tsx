import { Box, Field, Stack, Text } from "@chakra-ui/react";
import type { Webhook } from "@webhand/contracts/authority/webhooks";
import { addWebhookRoute, WebhookEvent } from "@webhand/contracts/authority/webhooks";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { webhooksText as text } from "./words.ts";

type Props = {
	readonly api: SignedInApi;
	readonly onAdded: (made: { readonly webhook: Webhook; readonly secret: string }) => void;
};
type Values = { readonly url: string; readonly events: readonly WebhookEvent[] };
const empty: Values = { url: "", events: ["run.finished", "run.failed", "run.waiting"] };

/** Adds a webhook: its address, and what it is told of. */
export function WebhookForm({ api, onAdded }: Props) {
	const form = useForm(empty, {
		send: async ({ url, events }) => onAdded(await api.call(addWebhookRoute, { body: { url: url.trim(), events: [...events] } })),
	});
	const chosen = form.field("events");
	const tick = (event: WebhookEvent, isOn: boolean) =>
		chosen.onChange(WebhookEvent.options.filter((each) => (each === event ? isOn : chosen.value.includes(each))));
	return (
		<FormCard form={form} title={text.form} save={text.add}>
			<Box maxW="36rem">
				<TextField label={text.url} hint={text.urlHint} type="url" {...form.field("url")} />
			</Box>
			<Stack gap="3" role="group" aria-label={text.events}>
				<Text fontWeight="medium">{text.events}</Text>
				{WebhookEvent.options.map((event) => (
					<TickField
						key={event}
						label={text.event[event]}
						hint={event}
						value={chosen.value.includes(event)}
						onChange={(isOn) => tick(event, isOn)}
					/>
				))}
				<Field.Root invalid={chosen.problem !== undefined}>
					<Field.ErrorText>{text.noEvent}</Field.ErrorText>
				</Field.Root>
			</Stack>
		</FormCard>
	);
}
