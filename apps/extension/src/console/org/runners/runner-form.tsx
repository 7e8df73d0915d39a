import { SimpleGrid } from "@chakra-ui/react";
import { serviceAccountsRoute } from "@webhand/contracts/auth/api-keys";
import { addRunnerRoute, runnerLimits } from "@webhand/contracts/auth/runners";
import type { OrgId } from "@webhand/contracts/ids";
import { UserId } from "@webhand/contracts/ids";
import { RunnerLabel } from "@webhand/contracts/routine/run";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { reworded } from "../../../kit/load/problem.ts";
import { useReply } from "../../../kit/load/queries.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import type { Coded } from "./code-once.tsx";
import { labelsOf } from "./policy.ts";
import { runnersText as text } from "./words.ts";

type Props = { readonly api: SignedInApi; readonly orgId: OrgId; readonly onAdded: (made: Coded) => void };
const fresh = "new";
const empty = { name: "", labels: "", capacity: "1", account: fresh };
const { least, most } = runnerLimits.capacity;
const capacities = Array.from({ length: most - least + 1 }, (_, index) => String(least + index)).map((value) => ({ value, label: value }));

/** Adds a runner: its name, which runs it may take, and how many at once. */
export function RunnerForm({ api, orgId, onAdded }: Props) {
	const { value, retry } = useReply(api, serviceAccountsRoute, { params: { orgId } });
	const form = useForm(empty, {
		check: ({ name, labels }) => {
			const wrong = labelsOf(labels).find((label) => !RunnerLabel.safeParse(label).success);
			return {
				...(name.trim() === "" ? { name: text.noName } : {}),
				...(wrong === undefined ? {} : { labels: text.wrongLabel(wrong) }),
			};
		},
		send: async ({ name, labels, capacity, account }) => {
			const own = account === fresh ? {} : { userId: UserId.parse(account) };
			const body = { name, labels: labelsOf(labels), capacity: Number(capacity), ...own };
			onAdded(await api.call(addRunnerRoute, { params: { orgId }, body }));
			retry();
		},
		worded: (problem) => reworded(problem, { LIMIT_REACHED: text.full }),
	});
	const accounts = (value?.accounts ?? []).map(({ userId, name }) => ({ value: userId as string, label: name }));
	return (
		<FormCard form={form} title={text.form} save={text.add} maxW="44rem">
			<SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
				<TextField label={text.name} hint={text.nameHint} {...form.field("name")} />
				<TextField label={text.labels} hint={text.labelsHint} isOptional {...form.field("labels")} />
				<SelectField label={text.capacity} options={capacities} {...form.field("capacity")} />
				<SelectField label={text.account} options={[{ value: fresh, label: text.newAccount }, ...accounts]} {...form.field("account")} />
			</SimpleGrid>
		</FormCard>
	);
}
