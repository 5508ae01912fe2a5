/** The lists whose filters can be kept under a name. */
export type ViewedPage = 'PAYMENTS' | 'REFUNDS' | 'DISPUTES';

/** A list with its filters, as a person has kept it. */
export interface PortalView {
  readonly name: string;
  /** The filters, as they stand in the address. */
  readonly query: string;
}

/** The views of lists that a person has saved. */
export interface PortalViews {
  of(personId: string, page: ViewedPage): Promise<PortalView[]>;
  /** Saves a view; one with the same name is replaced. False: the person has as many as one may have. */
  save(personId: string, page: ViewedPage, view: PortalView): Promise<boolean>;
  forget(personId: string, page: ViewedPage, name: string): Promise<void>;
}
