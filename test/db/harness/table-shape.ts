export type Column = { type: string; nullable: boolean; default: unknown };

export type ForeignKey = {
  columns: string[];
  table: string;
  references: string[];
  onDelete: string;
  onUpdate: string;
};

export type Index = { unique: boolean; columns: string[]; where: string | null };

export type Table = {
  columns: Record<string, Column>;
  primaryKey: string[];
  foreignKeys: ForeignKey[];
  indexes: Record<string, Index>;
};

export type Tables = Record<string, Table>;
