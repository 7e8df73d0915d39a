import { Field, HStack, NativeSelect, Text } from "@chakra-ui/react";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import { ApprovalScope } from "@webhand/contracts/tools/approvals";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { approvalsText } from "./words.ts";

type Props = {
	readonly offered: PendingApproval["ruleText"];
	readonly scope: ApprovalScope;
	readonly onScope: (scope: ApprovalScope) => void;
};

/** How far an approval reaches, and what the choice would allow; nothing where there is no choice. */
export function ScopeChoice({ offered, scope, onScope }: Props) {
	const choices = ApprovalScope.options.filter((name) => offered[name] !== undefined);
	if (choices.length < 2) return null;
	return (
		<Field.Root gap="1">
			<HStack gap="2" w="full">
				<Field.Label textStyle="small" mb="0" flexShrink="0">
					{approvalsText.scope}
				</Field.Label>
				<NativeSelect.Root size="xs">
					<NativeSelect.Field
						bg="bg.card"
						borderColor="line.strong"
						value={scope}
						onChange={({ target }) => onScope(ApprovalScope.options.find((one) => one === target.value) ?? "once")}
					>
						{choices.map((name) => (
							<option key={name} value={name}>
								{approvalsText.scopeName[name]}
							</option>
						))}
					</NativeSelect.Field>
					<NativeSelect.Indicator />
				</NativeSelect.Root>
			</HStack>
			<Text textStyle="small" overflowWrap="anywhere" role="status">
				<HiddenMarks>{offered[scope] ?? ""}</HiddenMarks>
			</Text>
		</Field.Root>
	);
}
