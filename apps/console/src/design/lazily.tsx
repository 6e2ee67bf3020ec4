import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Loading } from './feedback';

/** The usual reason is a new release, whose files have other names. */
const NOT_LOADED =
  'This part of the console cannot be loaded. If the console was updated, load the page again.';

/** A component whose code is loaded when it is first shown, or before that by `preload`. */
export type Lazily<Props extends object> = ComponentType<Props> & { preload: () => void };

/**
 * Returns a component whose code is loaded on demand; `placeholder` is shown meanwhile. React's own `lazy` is not used: it shows
 * content at the earliest 300 ms after its placeholder, however soon the code arrives. Code that cannot be loaded is an error of
 * the component.
 */
export function lazily<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = <Loading />,
): Lazily<Props> {
  let loading: Promise<void> | undefined;
  let Content: ComponentType<Props> | undefined;
  const loaded = async (): Promise<void> => {
    loading ??= load().then((component) => {
      Content = component;
    });
    try {
      await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  function Shown(props: Props): ReactNode {
    const isDrawn = Content !== undefined;
    const [{ error }, setState] = useState<{ error?: Error }>({});
    useEffect(() => {
      // The code may have been loaded since the placeholder was drawn.
      if (isDrawn) return undefined;
      let isShown = true;
      const settle = (state: { error?: Error }): void => {
        if (isShown) setState(state);
      };
      loaded().then(
        () => settle({}),
        (cause: unknown) => settle({ error: new Error(NOT_LOADED, { cause }) }),
      );
      return () => {
        isShown = false;
      };
    }, [isDrawn]);
    if (error !== undefined) throw error;
    return Content ? <Content {...props} /> : placeholder;
  }
  // A screen that fails to load in advance is loaded again, or its error shown, when it is opened.
  const preload = (): void => void loaded().catch(() => undefined);
  return Object.assign(Shown, { preload });
}
