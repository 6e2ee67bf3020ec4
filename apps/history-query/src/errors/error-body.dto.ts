import { ApiProperty } from '@nestjs/swagger';

export class ErrorBody {
  @ApiProperty({ description: 'Equal to the status', example: 404 }) code!: number;
  @ApiProperty({ example: 'NOT_FOUND' }) name!: string;
  @ApiProperty({ example: 'record "i-1" not found in collection view.instances' }) message!: string;
}
