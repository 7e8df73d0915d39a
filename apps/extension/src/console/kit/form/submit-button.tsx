import { Button } from "@chakra-ui/react";

type Props = { readonly label: string; readonly isBusy: boolean; readonly isDisabled?: boolean };

/** Sends a form. Its name stays while it waits. */
export function SubmitButton({ label, isBusy, isDisabled = false }: Props) {
	return (
		<Button
			type="submit"
			size="sm"
			colorPalette="brand"
			alignSelf="flex-start"
			loading={isBusy}
			disabled={isBusy || isDisabled}
			aria-label={label}
		>
			{label}
		</Button>
	);
}
