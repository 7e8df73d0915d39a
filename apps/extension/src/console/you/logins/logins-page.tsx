import { Box, Button, Text } from "@chakra-ui/react";
import type { Login, OneTimeCode } from "@webhand/contracts/authority/login";
import { deleteLoginRoute, loginsRoute } from "@webhand/contracts/authority/logins";
import { useState } from "react";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { useRows } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { CopyField } from "../../kit/copy/copy-field.tsx";
import { OnceCard } from "../../kit/copy/once-card.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { LoginDialog } from "./login-dialog.tsx";
import type { LoginValues } from "./login-values.ts";
import { emptyLogin, valuesOf } from "./login-values.ts";
import { loginsText as text } from "./words.ts";

type Open = { readonly values: LoginValues; readonly hasTotp: boolean };
type Made = { readonly name: string; readonly code: OneTimeCode };

/** The vault: logins of the person and those that are shared with them. */
export function LoginsPage({ api, signIn, go }: PageProps) {
	const [isAll, setIsAll] = useState(false);
	const query = isAll ? ({ all: "true" } as const) : {};
	const list = useRows(api, { route: loginsRoute, list: "logins", input: { query } as never });
	const nameOf = useNames({ api, signIn });
	const changing = useChange();
	const [open, setOpen] = useState<Open | null>(null);
	const [made, setMade] = useState<Made | null>(null);
	const columns: readonly Column<Login>[] = [
		{ key: "name", value: ({ name }) => name, shown: (login) => <What login={login} /> },
		{ key: "has", shown: ({ hasPassword, hasTotp }) => text.has(hasPassword, hasTotp) },
		{
			key: "who",
			shown: ({ sharing, ownerId, canEdit }) => (
				<Box>
					<Text>{sharing.kind === "people" ? text.who.people(sharing.userIds.length + 1) : text.who[sharing.kind]}</Text>
					{canEdit ? null : <Quiet>{text.sharedBy(nameOf(ownerId))}</Quiet>}
				</Box>
			),
		},
		{
			key: "used",
			value: ({ lastUsedAt = "" }) => lastUsedAt,
			shown: ({ lastUsedAt }) => (lastUsedAt === undefined ? text.never : formatTime(lastUsedAt)),
		},
	];
	const actionsOf = (login: Login) => [
		...(login.canEdit ? [{ label: text.edit, onChoose: () => setOpen({ values: valuesOf(login), hasTotp: login.hasTotp }) }] : []),
		...(signIn.roles.includes("admin")
			? [{ label: text.uses, onChoose: () => go(pathOf({ page: "audit", query: { action: "login.use" } })) }]
			: []),
		...(login.canDelete
			? [
					changing.action(text.remove, {
						title: text.removeTitle(login.name),
						lead: text.removeEffect,
						confirm: text.removeConfirm,
						isHarmful: true,
						act: async () => {
							await api.call(deleteLoginRoute, { params: { loginId: login.id } });
							list.loaded.retry();
							return text.removed(login.name);
						},
					}),
				]
			: []),
	];
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			action={
				<Button size="sm" colorPalette="brand" onClick={() => setOpen({ values: emptyLogin, hasTotp: false })}>
					{text.add}
				</Button>
			}
			form={
				made === null ? undefined : (
					<OnceCard title={text.codeTitle(made.name)} lead={text.codeLead} hide={text.hide} onHide={() => setMade(null)}>
						<CopyField label={text.code} value={made.code.value} copy={text.copyCode}>
							{text.copy}
						</CopyField>
					</OnceCard>
				)
			}
			filter={signIn.roles.includes("admin") ? <TickField label={text.all} value={isAll} onChange={setIsAll} /> : undefined}
			columns={columns}
			keyOf={({ id }) => id}
			actions={{ nameOf: ({ name }) => name, of: actionsOf }}
			below={
				open === null ? null : (
					<LoginDialog
						key={open.values.id ?? "new"}
						api={api}
						signIn={signIn}
						initial={open.values}
						hasTotp={open.hasTotp}
						onSaved={({ login, code }) => {
							setOpen(null);
							setMade(code === undefined ? null : { name: login.name, code });
							list.loaded.retry();
						}}
						onClose={() => setOpen(null)}
					/>
				)
			}
		/>
	);
}

function What({ login: { name, site, username, routines } }: { readonly login: Login }) {
	return (
		<Box>
			<Text fontWeight="medium" overflowWrap="anywhere">
				{name}
			</Text>
			<Text overflowWrap="anywhere">{site.replace(/^https:\/\//, "")}</Text>
			{username === "" ? null : <Quiet>{username}</Quiet>}
			{routines.length === 0 ? null : <Quiet>{text.routines(routines.length)}</Quiet>}
		</Box>
	);
}
