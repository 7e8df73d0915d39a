import { Text } from "@chakra-ui/react";
import type { ApiKey } from "@webhand/contracts/auth/api-keys";
import { apiKeysRoute, createApiKeyRoute, revokeApiKeyRoute } from "@webhand/contracts/auth/api-keys";
import { useState } from "react";
import { useRows } from "../../../kit/load/queries.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { keyColumns, revokeQuestion } from "./key-columns.tsx";
import { emptyKey, KeyFields, newKeyOf } from "./key-fields.tsx";
import { KeyOnce } from "./key-once.tsx";
import { apiKeysText as text } from "./words.ts";

type Made = { readonly key: ApiKey; readonly secret: string };

/** The person's own API keys: make one, see its last use, revoke. */
export function ApiKeysPage({ api }: PageProps) {
	const list = useRows(api, { route: apiKeysRoute, list: "keys" });
	const [made, setMade] = useState<Made | null>(null);
	const changing = useChange();
	const form = useForm(emptyKey, {
		send: async (typed) => {
			setMade(await api.call(createApiKeyRoute, { body: newKeyOf(typed) }));
			list.loaded.retry();
		},
	});
	const revoke = ({ id, name }: ApiKey) =>
		changing.ask(
			revokeQuestion(name, async () => {
				await api.call(revokeApiKeyRoute, { params: { id } });
				if (made?.key.id === id) setMade(null);
				list.loaded.retry();
			}),
		);
	const mayCreate = list.replies[0]?.mayCreate ?? true;
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			form={
				<>
					{mayCreate ? (
						<FormCard form={form} title={text.form} save={text.make}>
							<KeyFields form={form} />
						</FormCard>
					) : (
						<Text>{text.notAllowed}</Text>
					)}
					{made === null ? null : <KeyOnce key={made.secret} name={made.key.name} secret={made.secret} onHide={() => setMade(null)} />}
				</>
			}
			columns={keyColumns(revoke)}
			keyOf={({ id }) => id}
		/>
	);
}
