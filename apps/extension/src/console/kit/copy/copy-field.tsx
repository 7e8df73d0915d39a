import { HStack, Input } from "@chakra-ui/react";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";

type Props = { readonly label: string; readonly value: string; readonly copy: string; readonly children?: string };

/** A text that is only copied. `copy` is what a screen reader says of the button, `children` what stands on it. */
export function CopyField({ label, value, copy, ...button }: Props) {
	return (
		<HStack wrap="wrap">
			<Input
				readOnly
				size="sm"
				flex="1 1 14rem"
				fontFamily="mono"
				borderColor="line.strong"
				aria-label={label}
				value={value}
				onFocus={(event) => event.target.select()}
			/>
			<CopyButton label={copy} text={value} {...button} />
		</HStack>
	);
}
