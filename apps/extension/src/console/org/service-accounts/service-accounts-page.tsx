import { Box, Flex } from "@chakra-ui/react";
import type { ApiKey, OwnedApiKey } from "@webhand/contracts/auth/api-keys";
import {
	addServiceAccountRoute,
	createServiceKeyRoute,
	orgApiKeysRoute,
	revokeOrgApiKeyRoute,
	serviceAccountsRoute,
} from "@webhand/contracts/auth/api-keys";
import { UserId } from "@webhand/contracts/ids";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { useReply, useRows } from "../../../kit/load/queries.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { Quiet } from "../../kit/quiet.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { keyColumns, revokeQuestion } from "../../you/api-keys/key-columns.tsx";
import { emptyKey, KeyFields, newKeyOf } from "../../you/api-keys/key-fields.tsx";
import { KeyOnce } from "../../you/api-keys/key-once.tsx";
import { orgIdOf } from "../org-id.ts";
import { serviceAccountsText as text } from "./words.ts";

type Made = { readonly key: ApiKey; readonly secret: string };
const fresh = "new";

/** Accounts for programs, and all keys of the organization. */
export function ServiceAccountsPage({ api, signIn }: PageProps) {
	const orgId = orgIdOf(signIn);
	const list = useRows(api, { route: orgApiKeysRoute, list: "keys", input: { params: { orgId }, query: {} } });
	const { value, retry } = useReply(api, serviceAccountsRoute, { params: { orgId } });
	const [made, setMade] = useState<Made | null>(null);
	const changing = useChange();
	const form = useForm(
		{ ...emptyKey, account: fresh, accountName: "" },
		{
			check: ({ account, accountName }) => (account === fresh && accountName.trim() === "" ? { accountName: text.noAccountName } : {}),
			send: async ({ account, accountName, ...typed }) => {
				const userId = account === fresh ? await addAccount(accountName) : UserId.parse(account);
				// A key that is refused finds its account in the list.
				form.edit({ account: userId });
				setMade(await api.call(createServiceKeyRoute, { params: { orgId, userId }, body: newKeyOf(typed) }));
				list.loaded.retry();
			},
		},
	);
	const addAccount = async (name: string) => {
		const { account } = await api.call(addServiceAccountRoute, { params: { orgId }, body: { name } });
		retry();
		return account.userId;
	};
	const accounts = (value?.accounts ?? []).map(({ userId, name }) => ({ value: userId as string, label: name }));
	const revoke = ({ id, name }: OwnedApiKey) =>
		changing.ask(
			revokeQuestion(name, async () => {
				await api.call(revokeOrgApiKeyRoute, { params: { orgId, id } });
				if (made?.key.id === id) setMade(null);
				list.loaded.retry();
			}),
		);
	const columns = keyColumns<OwnedApiKey>(revoke, [
		{
			key: "owner",
			value: ({ owner }) => owner.name,
			shown: ({ owner: { name, email, isService } }) => (
				<>
					<Box overflowWrap="anywhere">{name}</Box>
					<Quiet>{isService ? text.service : email}</Quiet>
				</>
			),
		},
	]);
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			form={
				<>
					<FormCard form={form} title={text.form} save={text.make}>
						<Flex wrap="wrap" gap="4" align="flex-start">
							<SelectField
								width="16rem"
								label={text.account}
								options={[...accounts, { value: fresh, label: text.newAccount }]}
								{...form.field("account")}
							/>
							{form.values.account === fresh ? (
								<Box flex="1 1 18rem" maxW="26rem">
									<TextField label={text.accountName} hint={text.accountNameHint} {...form.field("accountName")} />
								</Box>
							) : null}
						</Flex>
						<KeyFields form={form} />
					</FormCard>
					{made === null ? null : <KeyOnce key={made.secret} name={made.key.name} secret={made.secret} onHide={() => setMade(null)} />}
				</>
			}
			columns={columns}
			keyOf={({ id }) => id}
		/>
	);
}
