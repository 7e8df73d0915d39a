import { List, Text } from "@chakra-ui/react";
import type { Tenant } from "@webhand/contracts/auth/account";
import { AlertDialog } from "../../kit/dialogs/alert-dialog.tsx";
import { tenantsText } from "../sign-in/words.ts";

/** The user is about to work elsewhere, or to sign out. */
export type Leaving = { readonly kind: "sign_out" } | { readonly kind: "switch"; readonly tenant: Tenant };

/** Whether it is asked first: for tasks that run, and where another sign-in is needed. */
export function leavingBy(leaving: Leaving, tasks: number): boolean {
	return tasks > 0 || (leaving.kind === "switch" && leaving.tenant.signIn === "password");
}

type Props = {
	readonly leaving: Leaving | null;
	readonly tenantName: string;
	/** The instructions of the tasks that run. */
	readonly tasks: readonly string[];
	readonly onConfirm: (leaving: Leaving) => void;
	readonly onClose: () => void;
};

/** Names the tasks that run, and says what becomes of them. */
export function LeaveDialog({ leaving, tenantName, tasks, onConfirm, onClose }: Props) {
	if (leaving === null) return null;
	const isPassword = leaving.kind === "switch" && leaving.tenant.signIn === "password";
	const isSwitch = leaving.kind === "switch" && !isPassword;
	const name = leaving.kind === "switch" ? leaving.tenant.name : "";
	const words = tenantsText;
	const title = isPassword ? words.passwordTitle(name) : isSwitch ? words.switchTitle(name) : words.signOutTitle;
	const confirm = isPassword ? words.passwordConfirm : isSwitch ? words.switchConfirm : words.signOutConfirm;
	return (
		<AlertDialog
			isOpen
			title={title}
			decline={{ label: words.stay, onChoose: onClose }}
			confirm={{ label: confirm, palette: isSwitch ? "red" : "brand", onChoose: () => onConfirm(leaving) }}
		>
			{isPassword ? <Text mb="2">{words.passwordText(name)}</Text> : null}
			{tasks.length === 0 ? null : (
				<>
					<Text>{isSwitch ? words.switchStops(tenantName, tasks.length) : words.signOutWaits(tasks.length)}</Text>
					<List.Root variant="plain" mt="2" gap="2" ps="3" borderStartWidth="2px" borderColor="line.strong">
						{tasks.map((task, index) => (
							<List.Item key={`${index + 1} ${task}`} overflowWrap="anywhere" lineClamp="3">
								{task}
							</List.Item>
						))}
					</List.Root>
				</>
			)}
		</AlertDialog>
	);
}
