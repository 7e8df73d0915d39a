import { Field, Stack, Text } from "@chakra-ui/react";
import type { Login, OneTimeCode } from "@webhand/contracts/authority/login";
import { addLoginRoute } from "@webhand/contracts/authority/login";
import { changeLoginRoute } from "@webhand/contracts/authority/logins";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { usePeople } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import type { LoginValues } from "./login-values.ts";
import { bodyOf } from "./login-values.ts";
import { loginsText as text } from "./words.ts";

type Props = Pick<PageProps, "api" | "signIn"> & {
	readonly initial: LoginValues;
	readonly hasTotp: boolean;
	readonly onSaved: (written: { readonly login: Login; readonly code?: OneTimeCode | undefined }) => void;
	readonly onClose: () => void;
};

/** Adds or changes a login. Stored passwords and seeds are not shown; an empty field keeps them. */
export function LoginDialog({ api, signIn, initial, hasTotp, onSaved, onClose }: Props) {
	const { people } = usePeople({ api, signIn });
	const isNew = initial.id === null;
	const form = useForm(initial, {
		send: async (values) => {
			const { id, dropsSeed } = values;
			const body = bodyOf(values);
			if (id === null) onSaved(await api.call(addLoginRoute, { body }));
			else onSaved(await api.call(changeLoginRoute, { params: { loginId: id }, body: dropsSeed ? { ...body, totp: null } : body }));
		},
		after: (sent) => ({ ...sent, password: "", totp: "" }),
	});
	const { values, edit, problemAt } = form;
	// Only admins read who the others are.
	const sharings = (["nobody", "people", "everybody"] as const).filter(
		(kind) => kind !== "people" || people.length > 1 || values.sharing === kind,
	);
	const options = sharings.map((value) => ({ value, label: text.sharings[value] }));
	const others = people.filter(({ userId }) => userId !== signIn.user.id);
	const wrong = values.userIds.findIndex((_, index) => problemAt(`sharing.userIds.${index}`) !== undefined);
	const peopleProblem = wrong === -1 ? problemAt("sharing.userIds") : problemAt(`sharing.userIds.${wrong}`);
	const tick = (userId: string, isOn: boolean) =>
		edit({ userIds: isOn ? [...values.userIds, userId] : values.userIds.filter((one) => one !== userId) });
	return (
		<FormDialog
			title={isNew ? text.addTitle : text.editTitle(initial.name)}
			save={text.save}
			form={form}
			isDisabled={values.name.trim() === "" || values.site.trim() === ""}
			onClose={onClose}
		>
			<TextField label={text.name} hint={text.nameHint} maxLength={80} {...form.field("name")} />
			<TextField label={text.site} hint={isNew ? text.siteHint : text.siteKept} maxLength={300} {...form.field("site")} />
			<TextField label={text.username} isOptional maxLength={300} {...form.field("username")} />
			<TextField
				label={text.password}
				type="password"
				isOptional={!isNew}
				hint={isNew ? undefined : text.kept}
				maxLength={1_000}
				{...form.field("password")}
			/>
			<TextField
				label={text.seed}
				type="password"
				isOptional
				hint={hasTotp ? text.kept : text.seedHint}
				maxLength={2_000}
				{...form.field("totp")}
			/>
			{hasTotp ? <TickField label={text.dropSeed} {...form.field("dropsSeed")} /> : null}
			{signIn.tenantKind === "organization" ? <SelectField label={text.sharing} options={options} {...form.field("sharing")} /> : null}
			{values.sharing === "people" ? (
				<Stack gap="2" role="group" aria-label={text.people}>
					<Text fontWeight="medium">{text.people}</Text>
					{others.map(({ userId, name }) => (
						<TickField key={userId} label={name} value={values.userIds.includes(userId)} onChange={(isOn) => tick(userId, isOn)} />
					))}
					<Field.Root invalid={peopleProblem !== undefined}>
						<Field.ErrorText>{wrong === -1 ? text.noPeople : peopleProblem}</Field.ErrorText>
					</Field.Root>
				</Stack>
			) : null}
		</FormDialog>
	);
}
