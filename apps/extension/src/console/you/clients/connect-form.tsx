import { Box, Flex } from "@chakra-ui/react";
import type { McpClient, McpScope } from "@webhand/contracts/mcp-server/clients";
import { connectMcpClientRoute } from "@webhand/contracts/mcp-server/clients";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { ScopeTicks } from "../../kit/form/scope-ticks.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import type { Connection } from "./snippets.ts";
import { clientsText as text } from "./words.ts";

type Props = { readonly api: SignedInApi; readonly onConnected: (connected: Connection & { readonly client: McpClient }) => void };

const days = ["1", "7", "30", "90"] as const;
const dayOptions = days.map((value) => ({ value, label: text.dayCount(Number(value)) }));
const scopes = ["browser:act", "browser:read", "workspace:read"] as const satisfies readonly McpScope[];
type Form = { readonly name: string; readonly scopes: readonly McpScope[]; readonly days: (typeof days)[number] };
const empty: Form = { name: "", scopes: ["browser:act", "browser:read"], days: "30" };

/** Connects a client: its name, what it may do, and when it ends. */
export function ConnectForm({ api, onConnected }: Props) {
	const form = useForm(empty, {
		send: async ({ name, scopes, days }) => {
			onConnected(await api.call(connectMcpClientRoute, { body: { name, scopes: [...scopes], days: Number(days) } }));
		},
	});
	const chosen = form.field("scopes");
	return (
		<FormCard form={form} title={text.form} save={text.connect}>
			<Flex wrap="wrap" gap="4" align="flex-start">
				<Box flex="1 1 18rem" maxW="26rem">
					<TextField label={text.name} hint={text.nameHint} {...form.field("name")} />
				</Box>
				<SelectField width="9rem" label={text.days} options={dayOptions} {...form.field("days")} />
			</Flex>
			<ScopeTicks
				label={text.may}
				scopes={scopes}
				texts={text.scopes}
				hints={text.scopeHints}
				value={chosen.value}
				problem={chosen.problem === undefined ? undefined : text.noScope}
				onChange={chosen.onChange}
			/>
		</FormCard>
	);
}
